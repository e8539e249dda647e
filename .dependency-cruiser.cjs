// Generated from scripts/architecture-table.mjs: change the table, never add an exception here.
const {
  componentAreas,
  mayImport,
  pureModules,
  rooms,
  serverModules,
} = require("./scripts/architecture-table.mjs");

const oneOf = (names) => `(${names.join("|")})`;
const test = "\\.test\\.tsx?$";
/** What component tests share; a module of lib/ keeps its data of that name to itself. */
const fixtures = "^components/.+/fixtures/";
const pure = `^lib/${oneOf(Object.keys(pureModules))}/`;
const server = `^lib/${oneOf([...Object.keys(serverModules), "api"])}/`;
const domain = `^lib/${oneOf(Object.keys(serverModules).filter((name) => name !== "db"))}/`;

/** Files that hold Prisma calls: queries.ts, commands.ts, or one verb per file inside commands/. */
const dataFiles = ["^lib/[^/]+/(queries|commands)\\.ts$", "^lib/[^/]+/commands/[^/]+\\.ts$"];
/** Files that write: commands, what they share below their permission, and what stands at a port. */
const writers = ["^lib/[^/]+/commands\\.ts$", "^lib/[^/]+/(commands|writes|adapters)/"];
/** Files that open a transaction for those: with what must be held first. */
const transactions = "^lib/.+[/-]transaction\\.ts$";
/** Files of server modules that run in the browser too: shapes, the choices they allow, who may do what. */
const isomorphic = [
  "^lib/[^/]+/schema\\.ts$",
  "^lib/[^/]+/[a-z]+-schema\\.ts$",
  "^lib/[^/]+/[a-z]+-options\\.ts$",
  ...Object.entries(rooms).map(
    ([module, names]) => `^lib/${module}/${oneOf(names)}/[a-z]+-(schema|options)\\.ts$`,
  ),
  "^lib/access/(member-rules|permissions|present-member)\\.ts$",
  "^lib/approvals/staleness\\.ts$",
  "^lib/auth/workspace-slug-from\\.ts$",
  "^lib/sessions/(may-stop|why-not-sent)\\.ts$",
  "^lib/accounts/reset-link\\.ts$",
  "^lib/auth/refusal-words\\.ts$",
  "^lib/models/(spending-limit|tested-parts)\\.ts$",
];
const browserSafe = [...isomorphic, "^lib/api/client\\.ts$"];
const notTypeOnly = { dependencyTypesNot: ["type-only"] };

const rule = (name, from, to) => ({ name, severity: "error", from, to });

const layerRules = Object.entries(mayImport).map(([name, allowed]) =>
  rule(
    `lib-${name}-stays-in-its-layer`,
    { path: `^lib/${name}/`, pathNot: test },
    { path: `^lib/(?!${oneOf([name, ...allowed])}/)` },
  ),
);

const libRules = [
  rule("every-lib-module-is-in-the-table", { path: `^lib/(?!${oneOf(Object.keys(mayImport))}/)` }, {}),
  rule("lib-never-imports-ui", { path: "^lib/" }, { path: "^(app|components|e2e)/" }),
  rule(
    "module-internals-are-private",
    { path: "^lib/([^/]+)/" },
    { path: "^lib/[^/]+/internal/", pathNot: "^lib/$1/internal/" },
  ),
  rule("module-internals-are-private-outside-lib", { pathNot: "^lib/" }, { path: "^lib/[^/]+/internal/" }),
  rule(
    "nobody-ships-test-code",
    { path: "^(app|components|lib)/", pathNot: ["^lib/testing/", fixtures, test] },
    { path: ["^lib/testing/", fixtures, test] },
  ),
  rule(
    "pure-modules-know-no-framework",
    { path: pure, pathNot: test },
    { path: "(^|node_modules/)(next|react|react-dom|@prisma|server-only|pg)(/|$)" },
  ),
  rule("pure-modules-do-no-io", { path: pure, pathNot: test }, { dependencyTypes: ["core"] }),
  rule(
    "schemas-are-isomorphic",
    { path: "^lib/[^/]+/schema\\.ts$" },
    {
      path: [server, "(^|node_modules/)(server-only|pg|@prisma)(/|$)"],
      pathNot: browserSafe,
      ...notTypeOnly,
    },
  ),
  rule("schemas-do-no-io", { path: "^lib/[^/]+/schema\\.ts$" }, { dependencyTypes: ["core"] }),
];

const databaseRules = [
  rule(
    "only-queries-commands-and-adapters-open-the-database",
    {
      path: domain,
      pathNot: [...dataFiles, "^lib/[^/]+/adapters/", "^lib/auth/request-context\\.ts$", test],
    },
    { path: "^lib/db/client\\.ts$", ...notTypeOnly },
  ),
  rule(
    "only-commands-and-adapters-open-transactions",
    { path: domain, pathNot: [...dataFiles, transactions, "^lib/[^/]+/adapters/", test] },
    { path: transactions, ...notTypeOnly },
  ),
  rule(
    "only-commands-and-adapters-call-writes",
    { path: "^lib/", pathNot: [...writers, "^lib/testing/", test] },
    { path: "^lib/[^/]+/writes/", ...notTypeOnly },
  ),
  rule(
    "only-the-db-module-knows-prisma",
    { path: "^lib/(?!(db|testing)/)", pathNot: test },
    { path: ["^lib/db/generated/", "(^|node_modules/)@prisma/"], ...notTypeOnly },
  ),
  rule(
    "routes-never-touch-the-database",
    { path: "^app/" },
    { path: ["^lib/db/", "^prisma/", "(^|node_modules/)@prisma/"] },
  ),
  rule("pages-go-through-the-api", { path: "^app/" }, { path: dataFiles }),
];

const uiRules = [
  rule("components-never-import-routes", { path: "^components/" }, { path: "^(app|e2e)/" }),
  rule(
    "components-are-client-safe",
    { path: "^components/" },
    { path: server, pathNot: browserSafe, ...notTypeOnly },
  ),
  rule("components-do-no-io", { path: "^components/", pathNot: test }, { dependencyTypes: ["core"] }),
  rule("ui-primitives-know-no-domain", { path: "^components/ui/" }, { path: "^lib/(?!kernel/)" }),
  rule("every-area-is-in-the-table", { path: `^components/(?!${oneOf(Object.keys(componentAreas))}/)` }, {}),
  ...Object.entries(componentAreas).map(([name, allowed]) =>
    rule(
      `components-${name}-stay-in-their-layer`,
      { path: `^components/${name}/`, pathNot: test },
      { path: `^components/(?!${oneOf([name, ...allowed])}/)` },
    ),
  ),
  rule(
    "the-api-client-carries-no-server",
    { path: "^lib/api/client\\.ts$" },
    { path: [server, "(^|node_modules/)(server-only|@prisma)(/|$)"], pathNot: browserSafe, ...notTypeOnly },
  ),
  rule(
    "only-the-request-context-reads-the-request",
    { path: "^lib/", pathNot: ["^lib/auth/request-context\\.ts$", "^lib/api/server-client\\.ts$", test] },
    { path: "(^|node_modules/)next/(headers|navigation|server|cache)" },
  ),
];

module.exports = {
  forbidden: [
    ...layerRules,
    ...libRules,
    ...databaseRules,
    ...uiRules,
    // Types are erased: a cycle of them costs nothing at run time and often says exactly what is meant.
    rule("no-cycles", {}, { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } }),
    rule("everything-resolves", {}, { couldNotResolve: true }),
  ],
  required: [
    {
      name: "database-modules-are-server-only",
      severity: "error",
      module: { path: dataFiles, pathNot: test },
      to: { path: "(^|node_modules/)server-only(/|$)" },
    },
    {
      name: "adapters-of-server-modules-are-server-only",
      severity: "error",
      module: { path: `${server}adapters/[^/]+\\.ts$`, pathNot: test },
      to: { path: "(^|node_modules/)server-only(/|$)" },
    },
  ],
  options: {
    // Follow nothing into node_modules, but keep it visible: excluding it would blind the rules about packages.
    doNotFollow: { path: ["node_modules", "^lib/db/generated/"] },
    exclude: { path: "^\\.next/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "default", "node"],
    },
  },
};
