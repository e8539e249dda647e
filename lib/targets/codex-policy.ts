import { type Document, isMap, parseDocument } from "yaml";
import { codexSettingsFile as path } from "@/lib/dialects/loads/codex";
import { checkFileSet } from "@/lib/skills/check-file-set";
import { textOf } from "@/lib/skills/file-text";
import { formatBytes } from "@/lib/skills/limits";
import { findYamlExcess } from "@/lib/skills/yaml-bounds";
import type { TargetFile, TargetRemark } from "./target-plan";

/** Of a file that is read to be written anew; what Codex asks for there has some hundred. */
const mostBytes = 64 * 1024;
const plain = "policy:\n  allow_implicit_invocation: false\n";

type Policy = { files: readonly TargetFile[]; changes: TargetRemark[]; refusals: TargetRemark[] };

/**
 * The package with the policy of Codex that keeps models from running it
 * (https://developers.openai.com/codex/skills: agents/openai.yaml). A file that is there keeps what else it says.
 */
export function withCodexPolicy(files: readonly TargetFile[]): Policy {
  const remark = (rule: string, message: string): TargetRemark => ({ rule, file: path, line: null, message });
  const said = "It says `policy.allow_implicit_invocation: false`, for `disable-model-invocation`.";
  const change = remark("flag-as-policy", said);
  const refuse = (why: string): Policy => {
    const message = `${why}, so it cannot say that models may not run it.`;
    return { files, changes: [], refusals: [remark("flag-lost", message)] };
  };
  const known = files.find((file) => file.path === path);
  if (!known) {
    const inTheWay = findInTheWay(files);
    if (inTheWay !== null) return refuse(`There is no place for ${path} (${inTheWay})`);
    return { files: [...files, fileOf(plain)], changes: [change], refusals: [] };
  }
  const read = readPolicy(known);
  if (!read.ok) return refuse(`${path} ${read.why}`);
  const { document, policy } = read;
  if (document.getIn(["policy", "allow_implicit_invocation"]) === false)
    return { files, changes: [], refusals: [] };
  if (!isMap(policy)) document.delete("policy");
  document.setIn(["policy", "allow_implicit_invocation"], false);
  const written = { ...fileOf(document.toString({ lineWidth: 0 })), executable: known.executable ?? false };
  return { files: files.map((file) => (file === known ? written : file)), changes: [change], refusals: [] };
}

type ReadPolicy = { ok: true; document: Document; policy: unknown } | { ok: false; why: string };

/** `why` is the end of a sentence that begins with the path. */
function readPolicy({ bytes }: TargetFile): ReadPolicy {
  const refuse = (why: string): ReadPolicy => ({ ok: false, why });
  if (bytes.length > mostBytes)
    return refuse(`has ${formatBytes(bytes.length)}, more than the ${formatBytes(mostBytes)} that are read`);
  const text = textOf(bytes);
  if (text === null) return refuse("is no UTF-8 text");
  const excess = findYamlExcess(text);
  if (excess) return refuse(`cannot be read: ${excess.message}`);
  const document = parseDocument(text, { logLevel: "error", prettyErrors: false });
  const isFit = document.errors.length === 0 && (document.contents === null || isMap(document.contents));
  const policy: unknown = isFit ? document.get("policy") : null;
  if (!isFit || (policy !== undefined && policy !== null && !isMap(policy))) return refuse("cannot be read");
  return { ok: true, document, policy };
}

/** Why the file cannot come in besides the others: one of its name in other letters, or a file where its folder is to be. */
function findInTheWay(files: readonly TargetFile[]): string | null {
  const others = files.map((file) => ({ path: file.path, size: 0 }));
  const problem = checkFileSet([...others, { path, size: 0 }]).find(
    ({ rule, message }) => rule === "path-collision" && message.includes(path),
  );
  return problem?.message.replace(/\.$/, "") ?? null;
}

const fileOf = (text: string): TargetFile => ({ path, bytes: new TextEncoder().encode(text) });
