// The slider that shows what had appeared until a month, and lets time run.

const PLAY = 450; // milliseconds of a step
const LONG = 240; // months, beyond which a step is a year
let playing = 0;

/** Set the time from the first to the last month in which a node appeared. */
function showTime() {
  const months = chosen.network.month.filter((month) => month !== null);
  const [first, last] = [
    months.reduce((a, b) => Math.min(a, b), Infinity),
    months.reduce((a, b) => Math.max(a, b), -Infinity),
  ];
  byId("time").hidden = !(first < last);
  if (byId("time").hidden) return;
  const slider = byId("until");
  // Long stretches go year by year, from December to December.
  const isLong = last - first > LONG || months.every((month) => month % 12 === 11);
  slider.step = isLong ? 12 : 1;
  slider.min = isLong ? Math.floor(first / 12) * 12 + 11 : first;
  slider.max = isLong ? Math.floor(last / 12) * 12 + 11 : last;
  slider.value = slider.max;
  byId("play").textContent = isStill() ? "Next" : "Play";
  showUntil();
}

function showUntil() {
  const slider = byId("until");
  const text =
    slider.step === "12" ? String(Math.floor(slider.value / 12)) : monthText(+slider.value);
  byId("until-text").textContent = slider.value === slider.max ? "all" : text;
  slider.setAttribute(
    "aria-valuetext",
    slider.value === slider.max ? "all" : `appeared until ${text}`,
  );
}

function stopPlaying() {
  clearTimeout(playing);
  playing = 0;
  byId("play").textContent = isStill() ? "Next" : "Play";
}

function stepTime() {
  const slider = byId("until");
  slider.value = slider.value === slider.max ? slider.min : +slider.value + +slider.step;
  readFilters();
}

/** Let time run; where motion is not wanted, each press is one step. */
function play() {
  if (playing) return stopPlaying();
  if (isStill()) return stepTime();
  byId("play").textContent = "Pause";
  const next = () => {
    // A step waits until the edges of the one before are there.
    if (byId("stage").dataset.edges === "drawn") stepTime();
    if (byId("until").value === byId("until").max) stopPlaying();
    else playing = setTimeout(next, PLAY);
  };
  playing = setTimeout(next);
}
