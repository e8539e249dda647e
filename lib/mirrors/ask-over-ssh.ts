import "server-only";
import { greetingFinder } from "@/lib/git/find-greeting";
import { packet } from "@/lib/git/pkt-line";
import { inSecondVersion, type SshProgram, secondVersion, sshCommand } from "@/lib/git/ssh-command";
import { err, ok, type Result } from "@/lib/kernel/result";
import { readSshAddress } from "@/lib/kernel/ssh-address";
import { runOverSsh, type SshAnswer, type SshFailure, type SshLogin } from "@/lib/platform/run-over-ssh";

/** With what a repository over ssh is reached. */
export type SshAccess = Pick<SshLogin, "privateKey" | "acceptHost" | "resolve">;

export type SshProblem = SshFailure | "old-protocol" | "not-git" | "not-found" | "forbidden" | "remote-error";

type SshQuestion = {
  program: SshProgram;
  /** Sent once the server has said who it is; null where that is all that is asked. */
  body: Uint8Array | null;
  maxBytes: number;
  silentMs: number;
  wholeMs: number;
  isTooSlow?: (pace: { ms: number; bytes: number }) => boolean;
  signal: AbortSignal;
};

/** `said`: what the program says to people beside that. */
type SshReply = { greeting: Buffer; answer: Uint8Array<ArrayBuffer>; said: string };

/** A name of a commit at the head of the old protocol, or why nothing comes. */
const enoughToTell = 60;
const hello = packet("version 2\n").toString("latin1");

/**
 * Asks git's own program on a host over ssh, in a connection of its own: what it says of itself, and its answer. Fetching
 * is in version 2 of the protocol alone. Throws what `acceptHost` throws, and nothing else; a server that was sent something may have done it without an answer.
 */
export async function askOverSsh(
  url: string,
  access: SshAccess,
  question: SshQuestion,
): Promise<Result<SshReply, SshProblem>> {
  const place = readSshAddress(url);
  if (!place.ok) return err("address");
  const { host, port, user, path } = place.value;
  const command = sshCommand(question.program, path);
  const login = { ...access, host, port, user };
  const asked = await ask(login, { ...question, command });
  // A host that lets no variable through may still have a shell, which takes it with the command.
  if (asked.ok || asked.error !== "old-protocol") return asked;
  const again = await ask(login, { ...question, command: inSecondVersion(command) });
  return again.ok ? again : asked;
}

async function ask(
  login: SshLogin,
  {
    command,
    program,
    body,
    signal,
    maxBytes,
    silentMs,
    wholeMs,
    isTooSlow = () => false,
  }: SshQuestion & { command: string },
): Promise<Result<SshReply, SshProblem>> {
  const isFetch = program === "git-upload-pack";
  const find = greetingFinder(isFetch ? hello : "");
  let [isGit, size] = [true, 0];
  let greetingBytes: number | null = null;
  const onPiece = (piece: Buffer) => {
    if (greetingBytes !== null) return null;
    size += piece.length;
    const found = find(piece);
    isGit &&= found.state !== "not-git";
    if (!isGit) return size < enoughToTell ? null : "enough";
    if (found.state !== "whole") return null;
    greetingBytes = found.end;
    return body ?? "enough";
  };
  const env = isFetch ? secondVersion : {};
  const ran = await runOverSsh(
    login,
    { command, env, onPiece, maxBytes, silentMs, wholeMs, isTooSlow },
    signal,
  );
  if (!ran.ok) return ran;
  const { output, said } = ran.value;
  const beginning = output.toString("latin1", 0, enoughToTell);
  if (!isGit && /^[0-9a-f]{4}(?:[0-9a-f]{40} |version 1)/.test(beginning)) return err("old-protocol");
  if (!isGit && !/^[0-9a-f]{4}ERR /.test(beginning)) return err("not-git");
  if (!isGit || greetingBytes === null) return err(refusalOf(ran.value));
  // A copy, so that whoever reads it may move its bytes.
  const answer = new Uint8Array(output.subarray(greetingBytes));
  return ok({ greeting: output.subarray(0, greetingBytes), answer, said });
}

/** Hosts have words of their own for who gets nothing, before git says anything. */
function refusalOf({ output, said, code }: SshAnswer): SshProblem {
  const words = `${said}\n${output.toString("utf8", 0, 4_000)}`;
  if (/read.?only|not allowed|denied|permission to|forbidden|unauthori[sz]ed/i.test(words))
    return "forbidden";
  if (
    /not found|does not appear to be a git repository|could not be found|does not exist|no such/i.test(words)
  )
    return code === 127 ? "not-git" : "not-found";
  return code === 127 || code === 0 ? "not-git" : "remote-error";
}
