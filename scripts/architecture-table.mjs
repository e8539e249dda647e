// The architecture as data: which module of lib/ and which area of components/ may import which. Whatever is not listed
// is an error; there are no exceptions.

/** No I/O, no React, no Next, no node:*: these run in the browser, in a worker, on the server and in a test. */
export const pureModules = {
  kernel: [],
  skills: ["kernel"],
  diff: ["kernel", "skills"],
  findings: ["kernel", "skills"],
  runtime: ["kernel", "skills"],
  dialects: ["kernel", "skills", "runtime"],
  targets: ["kernel", "skills"],
};

const pure = Object.keys(pureModules);

/** Of these, only `schema.ts` may reach the browser. */
export const serverModules = {
  platform: ["kernel"],
  bundles: ["kernel", "skills", "platform"],
  db: ["kernel", "platform"],
  audit: ["kernel", "platform", "db", "auth"],
  auth: ["kernel", "platform", "db", "audit"],
  accounts: ["kernel", "platform", "db", "audit", "auth"],
  notifications: ["kernel", "platform", "db", "audit", "auth"],
  library: [...pure, "platform", "bundles", "db", "audit", "auth", "notifications"],
  agents: [...pure, "platform", "bundles", "db", "audit", "auth", "library"],
  sessions: [...pure, "platform", "db", "audit", "auth"],
  models: [...pure, "platform", "db", "audit", "auth"],
  playground: [...pure, "platform", "db", "audit", "auth", "library", "agents", "sessions", "models"],
  discussion: [...pure, "platform", "db", "audit", "auth", "notifications", "library", "sessions"],
  reviews: [...pure, "db", "audit", "auth", "library", "agents", "sessions", "discussion", "notifications"],
  delivery: [...pure, "platform", "db", "auth", "library", "agents", "sessions"],
  onboarding: [...pure, "platform", "db", "audit", "auth", "library", "agents", "sessions"],
};

const domain = [...pure, ...Object.keys(serverModules)];

/** The two that may know everyone: the API, which nobody in lib/ imports, and what only tests import. */
export const outerModules = {
  api: domain,
  testing: [...domain, "api"],
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
  settings: frame,
  instance: [...frame, "settings"],
  inbox: frame,
  "api-reference": frame,
  library: frame,
  diff: [...frame, "library"],
  discussion: frame,
  agents: [...frame, "library"],
  review: [...frame, "library", "diff", "discussion", "agents"],
  editor: [...frame, "library", "review"],
  skill: [...frame, "library", "editor", "diff", "review"],
  playground: [...frame, "library", "agents", "discussion"],
  compare: [...frame, "playground"],
};
