"""Made texts: titles, abstracts, names and sentences that say that they are made.

All are functions of whole numbers, so nothing has to be stored.
"""

from functools import lru_cache

from .mixing import mix

_GIVEN = (
    "Ada", "Åsa", "Bashir", "Chloé", "Daniel", "Elif", "Fatou", "Gabriel", "Hana", "Ines",
    "Jürgen", "Keiko", "Lars", "Mei", "Nadia", "Oleg", "Priya", "Quentin", "Rosa", "Søren",
    "Tomás", "Uma", "Víctor", "Wei", "Xiomara", "Yusuf", "Zofia", "Amara", "Boris", "Carmen",
)  # fmt: skip
_FAMILY = (
    "Abara", "Berg", "Castro", "Dąbek", "Eriksen", "Fontaine", "García", "Haddad", "Ito",
    "Jansen", "Kowalska", "Lindqvist", "Moreau", "Nakamura", "Okafor", "Petrov", "Quispe",
    "Rossi", "Schäfer", "Tanaka", "Uribe", "Varga", "Wang", "Xu", "Yılmaz", "Zhang", "Öz",
)  # fmt: skip
_HOW = (
    "Adaptive", "Bayesian", "Calibrated", "Causal", "Compositional", "Continual", "Distributed",
    "Efficient", "Equivariant", "Federated", "Hierarchical", "Interpretable", "Latent",
    "Low-Rank", "Multimodal", "Provable", "Robust", "Scalable", "Sparse", "Unsupervised",
)  # fmt: skip
_WHAT = (
    ("Language Models", "Prompts", "Tokenizers", "Instruction Tuning", "Dialogue Agents"),
    ("Diffusion Models", "Score Matching", "Image Editing", "Normalizing Flows", "Samplers"),
    ("Graph Networks", "Molecules", "Link Prediction", "Message Passing", "Node Embeddings"),
    ("Reinforcement Learning", "Offline Policies", "World Models", "Exploration", "Rewards"),
    ("Vision Transformers", "Segmentation", "Object Detection", "Point Clouds", "Video Models"),
    ("Optimization", "Adaptive Gradients", "Sharpness", "Learning Rates", "Convergence"),
    ("Federated Clients", "Differential Privacy", "Unlearning", "Data Valuation", "Auditing"),
    ("Adversarial Examples", "Certified Defenses", "Backdoors", "Watermarks", "Red Teaming"),
    ("Time Series", "Weather Forecasting", "Neural Operators", "Physics Priors", "Simulators"),
    ("Causal Discovery", "Treatment Effects", "Invariance", "Domain Shift", "Fairness"),
    ("Contrastive Learning", "Representations", "Masked Modeling", "Distillation", "Probing"),
    ("Generalization Bounds", "Kernel Limits", "Loss Landscapes", "Feature Learning", "Scaling"),
)  # fmt: skip
_JOIN = ("for", "with", "beyond", "under", "meets", "without", "via", "in")
_SENTENCES = (
    "We study {a} in the setting of {b}.",
    "Earlier work on {a} leaves the role of {b} open.",
    "Our method joins {a} and {b} in one objective.",
    "On four made benchmarks it improves {a} at equal cost.",
    "An ablation shows that {b} carries most of the effect.",
    "We prove a bound for {a} that does not depend on {b}.",
    "Code for {a} would be released if this paper existed.",
)
TOPICS = len(_WHAT)


def title(number: int, topic: int, bits: int) -> str:
    """Return the title of made paper `number`."""
    what, other = _WHAT[topic], _WHAT[(bits >> 24) % TOPICS]
    return (
        f"Made paper {number}: {_HOW[bits % 20]} {what[(bits >> 8) % 5]} "
        f"{_JOIN[(bits >> 16) % 8]} {other[(bits >> 32) % 5]}"
    )


def unlinked_title(number: int) -> str:
    """Return the title of a reference or citation that no paper could be found for."""
    bits = mix(number)
    return f"Made unlinked entry {number}. {_WHAT[bits % TOPICS][(bits >> 8) % 5]}"


def abstract(number: int, topic: int, bits: int) -> str:
    """Return a made abstract of five sentences or so."""
    what, other = _WHAT[topic], _WHAT[(bits >> 24) % TOPICS]
    start, stride = bits % 7, 1 + (bits >> 3) % 6
    chosen = [
        _SENTENCES[(start + k * stride) % 7].format(
            a=what[(bits >> 7 * k) % 5].lower(), b=other[(bits >> 9 * k) % 5].lower()
        )
        for k in range(4 + (bits >> 40) % 3)
    ]
    return f"Made abstract of paper {number}. " + " ".join(chosen)


def summary(number: int, topic: int, bits: int) -> str:
    """Return a made sentence that sums a paper up."""
    what = _WHAT[topic][bits % 5].lower()
    return f"Made summary of paper {number}: {what} work better than thought."


def context(bits: int) -> str:
    """Return a made sentence around a citation."""
    topic = _WHAT[bits % TOPICS]
    return f"Made context: {topic[(bits >> 8) % 5]} were introduced in [{1 + (bits >> 16) % 60}]."


@lru_cache(maxsize=100_000)
def person(number: int) -> tuple[str, str]:
    """Return the given and the family name of author `number`; the family name says `Made`."""
    bits = mix(number, 77)
    middle = chr(65 + (bits >> 20) % 26)
    given = _GIVEN[bits % 30] + (f" {middle}." if (bits >> 30) % 2 else "")
    return given, f"Made-{_FAMILY[(bits >> 8) % 27]}"


def affiliation(number: int) -> str:
    """Return where author `number` works."""
    return f"Made University of {_FAMILY[mix(number, 78) % 27]}"
