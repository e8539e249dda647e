// The architecture as data: which module of lib/ and which area of components/ may import which. Whatever is not listed
// is an error; there are no exceptions.

/** No I/O, no React, no Next, no node:*: these run in the browser, in a worker, on the server and in a test. */
export const pureModules = {
  kernel: [],
  statistics: ["kernel"],
  skills: ["kernel"],
  diff: ["kernel", "skills"],
  findings: ["kernel", "skills"],
  capabilities: ["kernel", "skills", "findings"],
  runtime: ["kernel", "skills"],
  dialects: ["kernel", "skills", "runtime"],
  hosts: ["kernel", "skills", "runtime", "dialects"],
  verdicts: ["kernel", "statistics", "skills", "runtime"],
  suites: ["kernel", "statistics", "skills", "runtime", "verdicts"],
};

const pure = Object.keys(pureModules);

/** What every module with data stands on: who acts, who they are, and where it is kept. */
const base = ["kernel", "platform", "db", "access", "people"];
/** The same for the nouns of the domain, which all leave a trail. */
const trailed = [...pure, ...base.slice(1), "audit", "auth"];

/** Of these, only `schema.ts` may reach the browser. */
export const serverModules = {
  platform: ["kernel"],
  bundles: ["kernel", "skills", "platform"],
  targets: ["kernel", "skills", "runtime", "dialects", "bundles"],
  db: ["kernel", "platform"],
  tokens: ["kernel"],
  git: ["kernel"],
  aside: ["kernel", "skills", "diff", "findings", "capabilities", "runtime", "bundles", "tokens"],
  access: ["kernel", "platform", "db"],
  people: ["kernel", "db"],
  audit: base,
  auth: [...base, "audit"],
  execution: trailed,
  accounts: [...base, "audit", "auth"],
  notifications: [...base, "audit", "auth"],
  approvals: [...base, "audit", "auth", "notifications"],
  models: trailed,
  embeddings: [...trailed, "models"],
  library: [
    ...trailed,
    "targets",
    "bundles",
    "tokens",
    "aside",
    "notifications",
    "approvals",
    "models",
    "embeddings",
  ],
  imports: [...trailed, "bundles", "notifications", "library"],
  terminal: [...pure, "bundles", "imports"],
  wordings: trailed,
  telemetry: [...pure, "platform"],
  sessions: [...trailed, "telemetry", "library"],
  agents: [...trailed, "execution", "targets", "bundles", "tokens", "library", "sessions", "wordings"],
  delivery: [...trailed, "git", "targets", "approvals", "bundles", "tokens", "aside", "library", "agents"],
  addresses: [...trailed, "library", "agents"],
  discovery: [...trailed, "bundles", "library", "agents", "delivery", "addresses"],
  mirrors: [...trailed, "git", "library", "agents", "delivery", "addresses"],
  playground: [...trailed, "tokens", "execution", "library", "agents", "sessions", "models"],
  proof: [...trailed, "tokens", "notifications", "library", "agents", "sessions", "models", "playground"],
  radar: [...trailed, "library", "agents", "models", "playground", "proof"],
  gateway: [...trailed, "tokens", "aside", "models", "playground"],
  live: [...trailed, "tokens", "library", "sessions", "gateway", "wordings"],
  served: [
    ...trailed,
    "tokens",
    "library",
    "agents",
    "wordings",
    "delivery",
    "sessions",
    "models",
    "playground",
    "gateway",
  ],
  activity: [...trailed, "library", "agents", "delivery", "sessions", "gateway", "live", "served"],
  mcp: [...trailed, "library", "agents", "delivery", "served"],
  discussion: [...trailed, "aside", "notifications", "library", "sessions"],
  reviews: [...trailed, "approvals", "library", "agents", "sessions", "proof", "discussion", "notifications"],
  shares: [...trailed, "library", "notifications"],
  sources: [...trailed, "bundles", "git", "library", "imports", "notifications", "reviews", "mirrors"],
  improvements: [
    ...trailed,
    "tokens",
    "library",
    "agents",
    "sessions",
    "models",
    "playground",
    "proof",
    "discussion",
    "reviews",
  ],
  batches: [...trailed, "bundles", "library", "agents", "reviews"],
  declared: [...trailed, "library", "agents", "reviews", "sources"],
  onboarding: [...trailed, "library", "agents", "sessions"],
  watch: ["kernel", "platform", "db", "library"],
};

const domain = [...pure, ...Object.keys(serverModules)];

/** The two that may know everyone: the API, which nobody in lib/ imports, and what only tests import. */
export const outerModules = {
  api: domain,
  testing: [...domain, "api"],
};

/** Rooms inside a module: what belongs to one noun of it, schemas and reads together. Commands stay in `commands/`. */
export const rooms = {
  delivery: ["git"],
  dialects: ["loads"],
  library: [
    "access",
    "caches",
    "diffs",
    "drafts",
    "exports",
    "labels",
    "likeness",
    "limits",
    "maintainers",
    "rules",
    "search",
    "versions",
    "which-version",
  ],
  proof: [
    "checks",
    "judges",
    "models",
    "neighbours",
    "plans",
    "proven",
    "reports",
    "runs",
    "suites",
    "trials",
  ],
  testing: ["browser", "cast", "delivery", "hosts", "proof", "reviews", "rows", "servers", "sessions"],
};

/** Every module of lib/ with the modules it may import besides itself. */
export const mayImport = { ...pureModules, ...serverModules, ...outerModules };

const frame = ["ui", "data", "layout"];

/**
 * Every area of components/ with the areas it may import besides itself: a tree. `ui` knows no domain, `data` says
 * what is asked of the server and where pages are and knows no screen, `library` says what a skill looks like anywhere.
 */
export const componentAreas = {
  ui: [],
  data: [],
  layout: ["ui", "data"],
  onboarding: frame,
  delivery: frame,
  settings: [...frame, "delivery"],
  instance: [...frame, "settings"],
  inbox: frame,
  "api-reference": frame,
  library: frame,
  diff: [...frame, "library"],
  discussion: frame,
  agents: [...frame, "library", "delivery"],
  playground: [...frame, "library", "agents", "discussion"],
  compare: [...frame, "agents", "playground"],
  proof: [...frame, "library", "agents", "playground"],
  review: [...frame, "library", "diff", "discussion", "agents", "proof"],
  editor: [...frame, "library", "review"],
  activity: [...frame, "library", "proof"],
  skill: [...frame, "library", "editor", "diff", "review", "activity"],
};
