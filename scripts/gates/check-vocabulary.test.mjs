import { describe, expect, it } from "vitest";
import { checkVocabulary, problemsOf, ruleNames } from "./check-vocabulary.mjs";

const lines = (count) => "x\n".repeat(count);

/** rule -> files that break it, with their text. */
const wrong = {
  "top-level-folder": { "src/main.ts": "" },
  "banned-name": {
    "lib/skills/utils.ts": "",
    "lib/agents/agent-service.ts": "",
    "components/common/list.tsx": "",
  },
  "kebab-case": { "lib/skills/parseSkill.ts": "", "components/agents/AgentList.tsx": "" },
  "module-folders": {
    "lib/loose.ts": "",
    "lib/stuff/read.ts": "",
    "lib/skills/parts/read.ts": "",
    "lib/skills/internal/a/b.ts": "",
    "lib/agents/caches/read.ts": "",
    "lib/library/caches/a/b.ts": "",
  },
  "pure-modules-hold-no-data-files": { "lib/skills/queries.ts": "", "lib/runtime/commands/start.ts": "" },
  "only-commands-writes-and-adapters-write": {
    "lib/library/queries.ts": "await db.draft.update({ where });",
    "lib/library/get-skill.ts": "await context.db.label\n    .upsert({ where });",
    "lib/auth/internal/machines.ts": "tx.member.deleteMany({ where })",
    "lib/auth/list-keys.ts": "client.apiKey.createManyAndReturn({ data })",
    "lib/agents/find-agent.ts": 'db.$executeRaw`\n  UPDATE "Agent" SET name = 1`',
    "lib/sessions/read-events.ts": 'db.$queryRaw`WITH gone AS (DELETE FROM "Event" RETURNING *) SELECT 1`',
    "lib/models/count-usage.ts": 'sql`INSERT INTO "ModelUsage" (id) VALUES (1)`',
    "lib/api/routes/skill-routes.ts": "database().$executeRawUnsafe(text)",
  },
  "reads-lie-outside-commands-and-writes": {
    "lib/library/commands/get-skill.ts": "",
    "lib/library/writes/count-files.ts": "",
  },
  "react-stays-out-of-lib": { "lib/skills/badge.tsx": "" },
  "app-holds-routes-only": { "app/(studio)/agent-list.tsx": "" },
  "file-length": { "lib/skills/long.ts": lines(301) },
  "environment-is-read-in-one-place": {
    "lib/skills/read.ts": "process.env.HOME",
    "proxy.ts": "process.env.SECRET",
  },
  "keys-and-addresses-in-one-place": {
    "components/agents/list.tsx": 'useQuery({ queryKey: ["agents", workspace] })',
    "components/agents/rename.ts": 'cache.setQueryData<Agent>(\n  ["agents", workspace],\n  agent)',
    "components/layout/menu.tsx": `<Link href={\`${"/w/"}\${slug}/skills\`}>`,
    "app/page.tsx": `redirect(\`${"/w/"}\${slug}/skills\`)`,
  },
  "packages-by-their-public-entries": {
    "components/ui/list.tsx": 'import { Popper } from "radix-ui/internal";',
    "components/ui/row.tsx": 'import { a } from "@some/package/dist/a.js";',
  },
  "what-blocks-is-decided-in-one-place": {
    "lib/terminal/report.ts": `const fails = finding.${"severity"} === "blocking";`,
    "components/review/findings.tsx": `findings.filter(({ severity }) => ${"severity"} !== "blocking")`,
  },
  "named-exports": { "lib/skills/read.ts": "export default 1;" },
  "nothing-left-open": { "lib/skills/read.ts": "// TODO later", "lib/skills/cast.ts": "(x as any)" },
  "no-registry-is-named": { "package-lock.json": `"https:${"//"}registry.example.com/zod.tgz"` },
  "connections-have-limits": {
    "lib/db/listen.ts": `new pg.${"Client"}({ connectionString });`,
    "scripts/look.mjs": `const pool = new pg.${"Pool"}({\n  connectionString,\n  max: 1,\n});`,
  },
  "unit-tests-beside-their-source": { "lib/skills/read.test.ts": "const nothing = 1;" },
  "architecture-stays-short": { "ARCHITECTURE.md": lines(151) },
};

/** Files that look like a violation and are none. */
const right = {
  "lib/skills/read-frontmatter.ts": lines(300),
  "lib/library/commands/rename-skill.ts": "export const renameSkill = 1;",
  "lib/library/commands/rename-draft.ts": "await context.db.draft.update({ where });",
  "lib/library/writes/write-draft.ts": "await context.db.draft.create({ data });",
  "lib/sessions/adapters/run-log.ts": 'sql`UPDATE "Run" SET state = 1`',
  "lib/library/lock-draft.ts": 'db.$queryRaw`SELECT 1 FROM "Draft" FOR NO KEY UPDATE`',
  "lib/library/read-cache.ts": "cache.update(1); hash.update(bytes); map.delete(key); sets.draft.has(key);",
  "lib/library/library.db.test.ts": "it('x', () => {}); await db.skill.delete({ where });",
  "lib/agents/fixtures/deep/down/README.md": "",
  "lib/platform/env.ts": "process.env",
  "components/ui/dialog-view.tsx": 'import { Dialog } from "radix-ui";',
  "components/ui/shown.tsx": 'import { a } from "@/components/internal/a";',
  "components/data/agent-queries.ts": 'useQuery({ queryKey: ["agents", workspace] })',
  "components/agents/agent-list.tsx": "useQuery({ queryKey: agentKeys.list(workspace) })",
  "components/agents/agent-list.test.tsx": 'cache.setQueryData(["agents", "meridian"], [])',
  "instrumentation.ts": "process.env.NEXT_RUNTIME",
  "app/(studio)/w/[workspace]/skills/[name]/page.tsx": "export default function Page() {}",
  "app/api/v1/[[...route]]/route.ts": "",
  "lib/runtime/tool-types.ts": "",
  "scripts/ask.mjs": `new pg.${"Client"}({\n  connectionString,\n  connectionTimeoutMillis: 10_000,\n});`,
  "lib/db/ask.ts": `new pg.${"Client"}(connectionOptions(url, requestLimits));`,
  "next.config.ts": "export default {}; process.env",
};

describe("the file vocabulary", () => {
  it.each(ruleNames)("has an example that breaks %s", (rule) => {
    const files = Object.entries(wrong[rule] ?? {});
    expect(files).not.toHaveLength(0);
    for (const [file, text] of files) {
      expect(problemsOf(file, () => text).join("\n")).toContain(`(${rule})`);
    }
  });

  it.each(Object.entries(right))("accepts %s", (file, text) => {
    expect(problemsOf(file, () => text)).toEqual([]);
  });

  it("looks at this very file", () => {
    expect(checkVocabulary().summary).toMatch(/^[1-9]\d* files$/);
  });
});
