import { join } from "node:path";
import { z } from "zod";
import { mcpDoor } from "@/lib/api/mcp-door";
import { revokeKey } from "@/lib/auth/commands/revoke-key";
import { database } from "@/lib/db/client";
import { aContext } from "@/lib/testing/contexts";
import { aMachine } from "@/lib/testing/delivery/deliveries";
import { aPackage } from "@/lib/testing/packages";
import { anAgentWith } from "@/lib/testing/sessions/rehearsals";
import { type ClientHome, withHome } from "../git-clients/client-home";
import { serveStreams } from "../git-clients/serve-streams";
import { lastLine } from "../last-line";
import type { Check } from "../report-checks";

/** The node_modules of each client; null where it is not installed. */
export type McpPrograms = Record<"conformance" | "inspector" | "official" | "aiSdk", string | null>;

/** More than a page has. */
const skills = 105;
const files = {
  "references/style guide of Zoë.md": "Short sentences.\r\n",
  "assets/logo.png": new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 255, 254]),
  "scripts/run.sh": "#!/bin/sh\necho done\n",
  "empty.txt": "",
};
/** SKILL.md of each, and the files of one. */
const allFiles = skills + Object.keys(files).length;

type Desk = {
  home: ClientHome;
  /** The agent's server. */
  url: string;
  key: string;
  /** The same behind a proxy that adds the key: the conformance suite sends none. */
  open: string;
  check: (what: string, holds: boolean, seen: string) => void;
};

/** Runs each of the clients on one agent with two skills of note and many others. */
export async function tryMcpClients(programs: McpPrograms): Promise<Check[]> {
  const checks: Check[] = [];
  const context = await aContext(database());
  await aPackage(context, { name: "notes", files, publishNote: "First" });
  await aPackage(context, { name: "triage", publishNote: "First" });
  const others = Array.from({ length: skills - 2 }, (_, at) => `other-${String(at).padStart(3, "0")}`);
  for (const name of others) await aPackage(context, { name, publishNote: "First" });
  await anAgentWith(context, ["notes", "triage", ...others], "Desk");
  const { key, id } = await aMachine(context, "desk");
  const [plain, keyed] = [
    await serveStreams(mcpDoor),
    await serveStreams(mcpDoor, { authorization: `Bearer ${key}` }),
  ];
  try {
    await withHome(async (home) => {
      const check: Desk["check"] = (what, holds, seen) => checks.push({ what, holds, seen });
      const desk = { home, key, check, url: `${plain.origin}/mcp/desk`, open: `${keyed.origin}/mcp/desk` };
      if (programs.conformance) await tryConformance(desk, programs.conformance);
      if (programs.inspector) await tryInspector(desk, programs.inspector);
      if (programs.official) await tryOfficial(desk, programs.official);
      if (programs.aiSdk) await tryAiSdk(desk, programs.aiSdk);
      await revokeKey(context, { key: id });
      if (programs.official) await tryRevoked(desk, programs.official);
    });
    return checks;
  } finally {
    plain.close();
    keyed.close();
    await database().$disconnect();
  }
}

async function tryConformance({ home, open, check }: Desk, modules: string): Promise<void> {
  const program = join(modules, "@modelcontextprotocol/conformance/dist/index.js");
  for (const scenario of ["enumeration", "manifest", "directory"].map((name) => `sep-2640-skills-${name}`)) {
    const { code, said } = await home.start(
      process.execPath,
      program,
      "server",
      "--url",
      open,
      "--scenario",
      scenario,
      "--force",
    );
    const [seen = "", passed, all] = /Passed: (\d+)\/(\d+), 0 failed, 0 warnings/.exec(said) ?? [];
    check(
      `conformance: ${scenario}`,
      code === 0 && passed !== undefined && passed === all,
      seen || lastLine(said),
    );
  }
}

const reportSchema = z.object({ outcome: z.string(), files: z.array(z.object({ status: z.string() })) });

async function tryInspector({ home, url, key, check }: Desk, modules: string): Promise<void> {
  const program = join(modules, "@modelcontextprotocol/inspector/package.json");
  const bin = join(program, "../../../.bin/mcp-inspector");
  for (const era of ["legacy", "auto"]) {
    const { code, said } = await home.start(
      process.execPath,
      bin,
      "--cli",
      "--server-url",
      url,
      "--transport",
      "http",
      "--header",
      `Authorization: Bearer ${key}`,
      "--protocol-era",
      era,
      "--stored-auth-only",
      "--method",
      "skills/list",
      "--verify",
      "--require-digests",
      "-q",
      "--format",
      "json",
    );
    const reports = said
      .split("\n")
      .flatMap((line) => (line.startsWith("{") ? [reportSchema.parse(JSON.parse(line))] : []));
    const verified = reports.filter(({ outcome }) => outcome === "verified").length;
    const read = reports
      .flatMap((report) => report.files)
      .filter(({ status }) => status === "verified").length;
    const seen = `${verified} of ${skills} skills, ${read} of ${allFiles} files verified, exit ${code}`;
    check(
      `inspector, ${era}: skills/list --verify`,
      code === 0 && verified === skills && read === allFiles,
      seen,
    );
  }
}

const gotSchema = z.object({
  protocol: z.string().nullable().default(null),
  skills: z.number().default(0),
  files: z.number().default(0),
  tools: z.array(z.string()),
  prompts: z.number(),
  first: z.string(),
  again: z.string(),
  prompt: z.string().default(""),
});

async function got({ home, url, key }: Desk, script: string, modules: string, ...more: string[]) {
  const program = join("bench/mcp-clients", script);
  const { code, said } = await home.start(
    process.execPath,
    join(process.cwd(), program),
    modules,
    url,
    key,
    ...more,
  );
  const line = said.split("\n").findLast((each) => each.startsWith("{"));
  return code === 0 && line !== undefined ? gotSchema.parse(JSON.parse(line)) : lastLine(said);
}

const isText = (text: string): boolean => text.startsWith('<skill_content name="notes">\nDo it.\n');

async function tryOfficial(desk: Desk, modules: string): Promise<void> {
  for (const [mode, protocol] of [
    ["legacy", "2025-11-25"],
    ["auto", "2026-07-28"],
  ] as const) {
    const facts = await got(desk, "official-client.mjs", modules, mode);
    const what = `official client, ${protocol}`;
    if (typeof facts === "string") return desk.check(what, false, facts);
    const isWhole = facts.skills === skills && facts.files === allFiles && facts.prompts === skills;
    // Of the older generation each connection is a conversation; of the newer one nothing says so.
    const isRight =
      mode === "legacy" ? facts.again.includes("already active since turn 1") : isText(facts.again);
    const holds = facts.protocol === protocol && isWhole && isText(facts.first) && isRight;
    const seen = `${facts.skills} skills, ${facts.files} files verified, ${facts.prompts} prompts, ${facts.tools.length} tools`;
    desk.check(what, holds && facts.prompt.startsWith("<skill_content"), seen);
  }
}

async function tryAiSdk(desk: Desk, modules: string): Promise<void> {
  const facts = await got(desk, "ai-sdk-client.mjs", modules);
  if (typeof facts === "string") return desk.check("AI SDK", false, facts);
  const holds = isText(facts.first) && facts.tools.includes("activate_skill");
  desk.check("AI SDK", holds, `${facts.tools.join(", ")}; ${facts.prompts} prompts`);
}

async function tryRevoked(desk: Desk, modules: string): Promise<void> {
  const facts = await got(desk, "official-client.mjs", modules, "auto");
  desk.check(
    "a revoked key gets nothing",
    typeof facts === "string",
    typeof facts === "string" ? "refused" : "answered",
  );
}
