"""The words that traps are made with: no paper's own, and common in the field."""

_SMALL_WORDS = """
a an the this that these those its their our your it they we you i he she one ones of in on at
by for with from to into onto via as and or but nor so if then than while when where which who
whose what how why is are was were be been being am do does did done has have had having can
could may might must shall should will would not no such also both each either neither more most
much many less least few some any all only just even very too well still yet there here about
above across after against along among around before below between beyond during over through
toward towards under until up upon within without using based however therefore thus moreover
furthermore finally first second e.g i.e et al vs per same other another new us them own because
although though since whether due out off again further show shows shown propose proposes
proposed present presents presented introduce introduces introduced study studies paper work
works demonstrate demonstrates achieve achieves use used uses make makes made given often rather
instead recent recently existing several various different high low large small
"""
FUNCTION_WORDS = frozenset(_SMALL_WORDS.split())

# Words of the same kind: one can stand for another in a title, and the paper is another one.
EXCHANGES = (
    ("graph", "image", "text", "video", "audio", "speech", "tabular", "molecular"),
    ("graphs", "images", "texts", "videos", "sequences", "sets", "molecules", "meshes"),
    ("language", "vision", "speech", "reward", "world"),
    ("offline", "online", "continual", "lifelong", "federated", "distributed"),
    ("supervised", "unsupervised", "semi-supervised", "self-supervised"),
    ("training", "pretraining", "fine-tuning", "inference", "alignment", "evaluation"),
    ("classification", "segmentation", "retrieval", "generation", "detection", "regression"),
    ("robust", "efficient", "fair", "private", "calibrated", "interpretable"),
    ("discrete", "continuous", "hybrid"),
    ("linear", "nonlinear", "convex", "bilevel", "stochastic", "deterministic"),
    ("single", "multiple", "few", "zero"),
    ("global", "local", "hierarchical"),
    ("static", "dynamic", "temporal", "spatial"),
    ("transformers", "convolutions", "autoencoders", "kernels"),
    ("transformer", "diffusion", "autoencoder", "kernel", "recurrent"),
    ("attention", "memory", "pooling", "gating"),
    ("reasoning", "planning", "memorization", "translation", "summarization"),
    ("agents", "learners", "robots", "policies"),
    ("adversarial", "contrastive", "causal", "bayesian", "variational"),
    ("sparse", "dense", "low-rank", "quantized"),
    ("upper", "lower"),
    ("weak", "strong"),
    ("faster", "slower", "cheaper", "simpler"),
    ("compression", "pruning", "distillation", "quantization"),
    ("optimization", "sampling", "search", "estimation"),
    ("prompts", "tokens", "embeddings", "adapters"),
    ("models", "agents", "encoders", "decoders"),
    ("model", "agent", "encoder", "decoder"),
    ("networks", "machines", "fields", "processes"),
    ("network", "machine", "field", "process"),
    ("learning", "optimization", "planning", "control"),
    ("data", "label", "feature", "gradient"),
)

# What a copy editor exchanges; the meaning stays. Every word stands in one row only.
SYNONYMS = (
    ("propose", "present", "introduce", "put forward"),
    ("proposes", "presents", "introduces"),
    ("proposed", "presented", "introduced"),
    ("show", "demonstrate", "find", "observe"),
    ("shows", "demonstrates", "reveals"),
    ("method", "approach", "technique"),
    ("methods", "approaches", "techniques"),
    ("novel", "new"),
    ("significantly", "substantially", "considerably"),
    ("significant", "substantial", "considerable"),
    ("performance", "results", "accuracy"),
    ("outperforms", "surpasses", "improves upon", "exceeds"),
    ("outperform", "surpass", "exceed"),
    ("existing", "previous", "prior", "current"),
    ("however", "yet", "still"),
    ("moreover", "furthermore", "in addition", "additionally"),
    ("extensive", "comprehensive", "thorough"),
    ("experiments", "evaluations", "experimental results"),
    ("various", "several", "multiple", "diverse"),
    ("effective", "successful", "powerful"),
    ("effectively", "successfully"),
    ("efficient", "economical", "lightweight"),
    ("efficiently", "economically", "cheaply"),
    ("improve", "enhance", "boost"),
    ("improves", "enhances", "boosts"),
    ("improving", "enhancing", "boosting"),
    ("important", "essential", "central"),
    ("crucial", "critical", "vital"),
    ("challenging", "difficult", "hard"),
    ("challenge", "difficulty", "obstacle"),
    ("challenges", "difficulties", "obstacles"),
    ("problem", "task", "question"),
    ("problems", "tasks", "questions"),
    ("enable", "allow", "permit"),
    ("enables", "allows", "permits"),
    ("leverage", "exploit", "make use of"),
    ("leverages", "exploits", "makes use of"),
    ("leveraging", "exploiting", "making use of"),
    ("address", "tackle", "deal with"),
    ("addresses", "tackles", "deals with"),
    ("achieve", "attain", "reach"),
    ("achieves", "attains", "reaches"),
    ("require", "need", "call for"),
    ("requires", "needs", "calls for"),
    ("typically", "usually", "commonly", "often"),
    ("recently", "lately", "in recent years"),
    ("investigate", "examine", "study", "explore"),
    ("framework", "scheme", "pipeline"),
    ("capability", "ability", "capacity"),
    ("capabilities", "abilities", "capacities"),
    ("limited", "restricted", "constrained"),
    ("demonstrating", "showing", "indicating"),
    ("thereby", "thus", "hence"),
    ("large", "big", "sizeable"),
    ("remarkable", "impressive", "notable"),
    ("additional", "extra", "further"),
    ("specifically", "in particular", "concretely"),
    ("particularly", "especially"),
    ("obtain", "gain", "get"),
    ("provide", "give", "offer", "supply"),
    ("provides", "gives", "offers"),
    ("simple", "straightforward", "plain"),
    ("widely", "broadly", "commonly"),
    ("main", "key", "primary"),
    ("aim", "seek", "strive"),
    ("aims", "seeks", "strives"),
    ("utilize", "employ", "use"),
    ("utilizes", "employs", "uses"),
    ("utilizing", "employing", "using"),
    ("benchmarks", "test suites", "evaluation sets"),
    ("reduce", "lower", "cut"),
    ("reduces", "lowers", "cuts"),
    ("reducing", "lowering", "cutting"),
    ("understanding", "insight into"),
    ("because", "since"),
    ("despite", "in spite of", "notwithstanding"),
    ("develop", "devise", "design"),
    ("whereas", "while"),
    ("consistently", "uniformly", "reliably"),
)

# What a second version of an abstract says in addition.
ADDITIONS = (
    "Code and data are made available to the community.",
    "We discuss limitations and directions for future work.",
    "Ablations confirm the contribution of {a}.",
    "An analysis of {a} supports these findings.",
    "The gains hold across seeds and for different choices of {a}.",
    "We further relate {a} to {b}.",
    "Our implementation is public.",
    "We hope that this encourages more work on {a}.",
    "Additional results for {a} are given in the appendix.",
    "These conclusions also extend to {b}.",
)

GENERIC_PHRASES = (
    "gradient noise", "held-out tasks", "model capacity", "long contexts", "label noise",
    "distribution shift", "compute budgets", "batch statistics", "token frequencies",
    "implicit regularization", "sample complexity", "user feedback", "structured priors",
    "curriculum schedules", "weight decay", "ensemble diversity", "latent factors",
    "feature collapse", "spectral norms", "early stopping", "decoder layers", "memory traffic",
    "planning depth", "data mixtures", "annotation cost", "simulated environments",
    "out-of-domain queries", "parameter sharing", "confidence estimates", "tail classes",
    "noisy oracles", "preference pairs", "random features", "symbolic constraints",
    "multi-step rollouts", "geometric structure", "hardware limits", "privacy budgets",
    "retrieved passages", "synthetic corpora", "visual prompts", "sensor streams",
    "convergence rates", "group symmetries", "masked inputs", "reward gaps", "sharp minima",
    "teacher errors",
)  # fmt: skip

# Sentences of papers that are on the same thing, and not the same paper.
SENTENCES = (
    "Progress on {a} has been measured mostly through {b}, which leaves open what is learned.",
    "It remains unclear how {a} interacts with {b} once budgets shrink.",
    "A common assumption is that {a} can be treated apart from {b}.",
    "We revisit this assumption and report where it fails for {a}.",
    "Our starting point is a simple observation about {a}: most errors come from {b}.",
    "Building on it, we derive a procedure that adapts {a} on the fly.",
    "The procedure adds {n} % overhead and no tunable parameter beyond {b}.",
    "Across {k} public suites it closes {n} % of the gap caused by {a}.",
    "Under mild conditions on {b} we obtain guarantees that scale with {a}.",
    "A controlled comparison over {k} seeds separates the effect of {a} from that of {b}.",
    "Contrary to folklore, {a} contributes little unless {b} is present.",
    "We collect {n} thousand examples that stress {a} in isolation.",
    "Human raters prefer the outcome in {n} % of the cases that involve {b}.",
    "When {a} is scarce, the advantage grows to {n} points.",
    "Failures concentrate where {b} dominates, and we give a diagnosis.",
    "Practitioners can apply the recipe to {a} without retraining.",
    "This position differs from earlier accounts, in which {a} was held fixed.",
    "We organise {k} lines of work on {a} and point to open questions about {b}.",
    "Our taxonomy covers {n} systems that rely on {a}.",
    "A closed-form rule for {b} follows as a special case.",
    "The key ingredient is a two-stage treatment of {a}, followed by {b}.",
    "On a deployment with {n} million requests, {a} became the bottleneck.",
    "We trace the cause to {b} and remove it with a change of {k} lines.",
    "Theory predicts a transition in {a}; experiments with {b} agree to within {k} %.",
    "Surprisingly, scaling {b} by a factor of {k} makes {a} worse.",
    "Taken together, the evidence suggests treating {a} and {b} jointly.",
    "Where labels are expensive, {a} serves as a proxy for {b}.",
    "We also audit {k} released checkpoints and find traces of {a} in all but one.",
)

SYLLABLES = (
    "za", "ko", "ver", "lim", "tra", "nex", "fu", "dor", "mi", "pha", "gro", "bel", "qui", "sta",
    "rin", "om", "ty", "lux", "ce", "bra", "vo", "ker", "ni", "hel",
)  # fmt: skip

TITLE_FRAMES = (
    "{a} for {b}", "{a} with {b}", "Towards {a} via {b}", "Learning {a} from {b}",
    "On {a} and {b}", "{a} through {b}", "Understanding {a} in {b}", "{a} Meets {b}",
    "Rethinking {a} under {b}", "{a}, {b}, and Beyond",
)  # fmt: skip
