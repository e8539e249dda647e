// Gate: a tree that breaks every rule of .dependency-cruiser.cjs once, so that a rule that cannot fail is noticed.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { componentAreas, mayImport } from "../architecture-table.mjs";
import { inModules, inProject, isMain } from "../paths.mjs";
import { cruise } from "./cruise.mjs";

const importing = (...modules) => modules.map((name) => `import "${name}";\n`).join("");

/** What the planted files import; harmless in itself. */
const targets = {
  ...Object.fromEntries(Object.keys(mayImport).map((name) => [`lib/${name}/target.ts`, "export {};\n"])),
  ...Object.fromEntries(
    Object.keys(componentAreas).map((name) => [`components/${name}/target.ts`, "export {};\n"]),
  ),
  "lib/db/client.ts": "export {};\n",
  "lib/library/writes/target.ts": "export {};\n",
  "lib/access/permitted-transaction.ts": "export {};\n",
  "lib/library/queries.ts": importing("server-only"),
  "lib/library/internal/secret.ts": "export {};\n",
  "app/page.tsx": "export {};\n",
  "components/agents/list.tsx": "export {};\n",
  "components/ui/button.tsx": "export {};\n",
};

/** For each row of a table, an import that it does not allow; where it allows all, one of something unlisted. */
const rowViolations = (table, folder, ruleOf) =>
  Object.fromEntries(
    Object.entries(table).map(([name, allowed]) => {
      const forbidden = Object.keys(table).find((other) => other !== name && !allowed.includes(other));
      const text = importing(`@/${folder}/${forbidden ?? "unlisted"}/target`);
      return [ruleOf(name), { [`${folder}/${name}/planted-layer.ts`]: text }];
    }),
  );

/** Rule -> the file that must be reported for it, with its text. */
const violations = {
  ...rowViolations(mayImport, "lib", (name) => `lib-${name}-stays-in-its-layer`),
  ...rowViolations(componentAreas, "components", (name) => `components-${name}-stay-in-their-layer`),
  "every-lib-module-is-in-the-table": { "lib/unlisted/target.ts": importing("@/lib/kernel/target") },
  "lib-never-imports-ui": { "lib/skills/planted-ui.ts": importing("@/components/ui/button") },
  "module-internals-are-private": {
    "lib/agents/planted-internal.ts": importing("@/lib/library/internal/secret"),
  },
  "module-internals-are-private-outside-lib": {
    "app/planted-internal.ts": importing("@/lib/library/internal/secret"),
  },
  "nobody-ships-test-code": { "components/agents/planted-test-code.ts": importing("@/lib/testing/target") },
  "pure-modules-know-no-framework": { "lib/skills/planted-react.ts": importing("react") },
  "pure-modules-do-no-io": { "lib/runtime/planted-io.ts": importing("node:fs") },
  "schemas-are-isomorphic": { "lib/sessions/schema.ts": importing("@/lib/sessions/target") },
  "schemas-do-no-io": { "lib/agents/schema.ts": importing("node:crypto") },
  "only-queries-commands-and-adapters-open-the-database": {
    "lib/library/planted-database.ts": importing("@/lib/db/client"),
  },
  "only-commands-and-adapters-open-transactions": {
    "lib/library/planted-held.ts": importing("@/lib/access/permitted-transaction"),
  },
  "only-commands-and-adapters-call-writes": {
    "lib/agents/planted-write.ts": importing("@/lib/library/writes/target"),
  },
  "only-the-db-module-knows-prisma": { "lib/agents/planted-prisma.ts": importing("@prisma/client") },
  "routes-never-touch-the-database": { "app/planted-database.ts": importing("@/lib/db/client") },
  "pages-go-through-the-api": { "app/planted-query.ts": importing("@/lib/library/queries") },
  "components-never-import-routes": { "components/agents/planted-route.ts": importing("@/app/page") },
  "components-are-client-safe": { "components/agents/planted-server.ts": importing("@/lib/library/queries") },
  "components-do-no-io": { "components/agents/planted-io.ts": importing("node:fs") },
  "ui-primitives-know-no-domain": { "components/ui/planted-domain.ts": importing("@/lib/skills/target") },
  "every-area-is-in-the-table": { "components/unlisted/target.ts": importing("@/components/ui/button") },
  "the-api-client-carries-no-server": { "lib/api/client.ts": importing("@/lib/library/target") },
  "only-the-request-context-reads-the-request": { "lib/auth/planted-request.ts": importing("next/headers") },
  "no-cycles": {
    "lib/kernel/planted-cycle.ts": importing("./planted-cycle-back"),
    "lib/kernel/planted-cycle-back.ts": importing("./planted-cycle"),
  },
  "everything-resolves": { "lib/kernel/planted-nowhere.ts": importing("./no-such-file") },
  "database-modules-are-server-only": { "lib/agents/commands.ts": importing("@/lib/db/client") },
  "adapters-of-server-modules-are-server-only": { "lib/playground/adapters/planted.ts": "export {};\n" },
};

/** @returns {{ problems: string[], summary: string }} */
export function checkPlantedViolations() {
  const tree = fs.mkdtempSync(path.join(os.tmpdir(), "planted-"));
  try {
    writeTree(tree, targets);
    for (const files of Object.values(violations)) writeTree(tree, files);
    fs.copyFileSync(inProject("tsconfig.json"), path.join(tree, "tsconfig.json"));
    fs.symlinkSync(inModules(), path.join(tree, "node_modules"), "junction");
    const found = cruise(tree);
    const problems = [];
    for (const rule of found.rules) {
      const files = Object.keys(violations[rule] ?? {});
      if (files.length === 0) problems.push(`${rule}: no violation is planted for it`);
      const isRed = found.violations.some(
        (violation) => violation.rule === rule && files.includes(violation.from),
      );
      if (files.length > 0 && !isRed) problems.push(`${rule}: stays green on ${files.join(", ")}`);
    }
    for (const rule of Object.keys(violations)) {
      if (!found.rules.includes(rule)) problems.push(`${rule}: planted, but there is no such rule`);
    }
    return { problems, summary: `${found.rules.length} rules red` };
  } finally {
    fs.rmSync(tree, { recursive: true, force: true });
  }
}

function writeTree(tree, files) {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(tree, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
}

if (isMain(import.meta.url)) {
  const { problems, summary } = checkPlantedViolations();
  for (const problem of problems) console.error(problem);
  console.log(problems.length === 0 ? `Planted violations found: ${summary}` : `${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
