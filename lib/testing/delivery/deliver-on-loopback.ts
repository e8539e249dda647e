import path from "node:path";
import type { Context } from "@/lib/access/context";
import { setAssignments } from "@/lib/agents/commands/set-assignments";
import { api } from "@/lib/api/app";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { publishSkill } from "@/lib/reviews/commands/publish-skill";
import { aFolder } from "../folders";
import { onLoopback } from "../servers/git-on-loopback";
import { aMachine } from "./deliveries";
import { type RunOptions, runGreenroom } from "./run-greenroom";

type Answering = (request: Request) => Promise<Response>;

/** The real API on loopback for this test; `asked` holds "GET 200 /skills" of each request below the workspace. */
export async function serveApi(context: Context) {
  const asked: string[] = [];
  const state: { instead: ((request: Request, real: Answering) => Promise<Response>) | null } = {
    instead: null,
  };
  const real: Answering = async (request) => api.fetch(request);
  const { origin } = await onLoopback(async (request) => {
    const answer = await (state.instead ? state.instead(askPlain(request), real) : real(request));
    const { pathname, search } = new URL(request.url);
    const shown = pathname.replace(`/api/v1/workspaces/${context.workspace.slug}`, "");
    asked.push(`${request.method} ${answer.status} ${shown}${search}`);
    return answer;
  });
  return {
    origin,
    asked,
    workspace: `${origin}/w/${context.workspace.slug}`,
    /** Answers in the server's place from now on. */
    interpose: (instead: typeof state.instead) => {
      state.instead = instead;
    },
  };
}

/** What stands between reads answers, so it asks for none that is packed. */
function askPlain(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.delete("accept-encoding");
  return new Request(request, { headers });
}

/** An agent's machine with the real program, a folder to pull into, and the server beside it. */
export async function aClient(context: Context, agent: string) {
  const server = await serveApi(context);
  const { key } = await aMachine(context, agent);
  const home = aFolder();
  const env = { GREENROOM_KEY: key, GREENROOM_ADDRESS: `${server.workspace}/agents/${agent}` };
  const run = (args: readonly string[], options: RunOptions = {}) =>
    runGreenroom(args, { cwd: home, env, ...options });
  const folder = path.join(home, "skills");
  return {
    ...server,
    key,
    env,
    home,
    folder,
    run,
    pull: (...more: string[]) => run(["pull", "--into", "skills", ...more]),
  };
}

/** Gives an agent other skills. */
export async function assign(context: Context, agent: string, skills: readonly string[]): Promise<void> {
  const { revision } = await context.db.agent.findFirstOrThrow({
    where: { slug: agent, workspaceId: context.workspace.id },
  });
  await setAssignments(context, { agent, baseRevision: revision, items: skills.map((skill) => ({ skill })) });
}

/** Makes one file of a skill executable, and publishes that. */
export async function publishExecutable(context: Context, skill: string, file: string): Promise<void> {
  const { revision } = await context.db.draft.findFirstOrThrow({
    where: { skill: { name: skill, workspaceId: context.workspace.id } },
  });
  const changes = [{ op: "set-executable" as const, path: file, executable: true }];
  const { digest, revision: saved } = await changeDraft(context, { skill, baseRevision: revision, changes });
  await publishSkill(context, { skill, revision: saved, digest, note: "Run it" });
}
