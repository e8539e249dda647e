import { execFile, execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { z } from "zod";
import { listServedEvents, listServedSessions } from "@/lib/served/queries";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aServedAgent } from "@/lib/testing/hosts/served";
import { onLoopback } from "@/lib/testing/servers/git-on-loopback";
import { triage } from "@/lib/testing/sessions/rehearsals";
import { api } from "../app";

const run = promisify(execFile);
const { db } = testDatabase();

const hasPython = (() => {
  try {
    execFileSync("python3", ["-c", "import sys; sys.exit(sys.version_info < (3, 8))"]);
    return true;
  } catch {
    process.stdout.write(
      "The README's example in Python is not run: there is no python3 (3.8 or newer) here.\n",
    );
    return false;
  }
})();

/** The only block of this language in the README. */
function exampleIn(language: "python" | "ts"): string {
  const readme = readFileSync("README.md", "utf8");
  const blocks = [...readme.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, "gms"))];
  expect(blocks).toHaveLength(1);
  return blocks[0]?.[1] ?? "";
}

const requestSchema = z.object({
  model: z.string(),
  messages: z.array(z.looseObject({ role: z.string(), content: z.string().nullish() })),
  tools: z.array(z.object({ function: z.object({ name: z.string() }) })),
});
type ModelRequest = z.infer<typeof requestSchema>;

/** A model that activates the skill, reads its file, and answers. */
function scriptedModel() {
  const requests: ModelRequest[] = [];
  const calls = [
    { name: "activate_skill", arguments: JSON.stringify({ name: triage.name }) },
    {
      name: "read_skill_resource",
      arguments: JSON.stringify({ name: triage.name, path: "references/severity.md" }),
    },
  ];
  const answer = async (request: Request): Promise<Response> => {
    requests.push(requestSchema.parse(await request.json()));
    const call = calls[requests.length - 1];
    const message = call
      ? { content: null, tool_calls: [{ id: `call_${requests.length}`, type: "function", function: call }] }
      : { content: "It is SEV2." };
    return Response.json({ choices: [{ message: { role: "assistant", ...message } }] });
  };
  return { requests, answer };
}

const languages = [
  { language: "python", file: "desk.py", program: "python3" },
  { language: "ts", file: "desk.ts", program: process.execPath },
] as const;

it.each(languages.filter(({ language }) => language !== "python" || hasPython))(
  "the README's $language example carries an agent's loop through",
  async ({ language, file, program }) => {
    const { context, agent, machine } = await aServedAgent(await aContext(db));
    const model = scriptedModel();
    const { origin, folder } = await onLoopback((request) =>
      new URL(request.url).pathname === "/v1/chat/completions" ? model.answer(request) : api.fetch(request),
    );
    writeFileSync(join(folder, file), exampleIn(language));
    const env = {
      NODE_ENV: "test" as const,
      PATH: process.env.PATH,
      NODE_NO_WARNINGS: "1",
      GREENROOM_AGENT: `${origin}/api/v1/workspaces/${context.workspace.slug}/agents/${agent}`,
      GREENROOM_KEY: machine.key,
      MODEL: "scripted",
      MODEL_KEY: "unused",
      MODEL_URL: `${origin}/v1`,
    };
    const { stdout } = await run(program, [join(folder, file), "Checkout is down"], { env, cwd: folder });
    expect(stdout).toBe("It is SEV2.\n");

    const last = model.requests.at(-1)?.messages ?? [];
    expect(last.map(({ role }) => role)).toEqual([
      "system",
      "user",
      "assistant",
      "tool",
      "assistant",
      "tool",
    ]);
    expect(last[0]?.content).toContain(`<name>${triage.name}</name>`);
    expect(last[3]?.content).toContain("Find the row that applies");
    expect(last[5]?.content).toContain("Checkout down for a region: SEV2");
    const { items } = await listServedSessions(context, {});
    expect(items).toMatchObject([{ client: file, state: "ended", calls: 2, key: { name: "Host" } }]);
    const log = await listServedEvents(context, { session: items[0]?.id ?? "" });
    expect(log.items.map(({ type }) => type)).toEqual([
      "run-started",
      "catalogue-injected",
      "skill-activated",
      "resource-read",
      "run-finished",
    ]);
  },
);
