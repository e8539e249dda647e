import { isMap, parseDocument } from "yaml";
import { textOf } from "@/lib/skills/file-text";
import type { TargetFile, TargetRemark } from "./target-plan";

const path = "agents/openai.yaml";
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
  const known = files.find((file) => file.path === path);
  if (!known) return { files: [...files, fileOf(plain)], changes: [change], refusals: [] };
  const text = textOf(known.bytes);
  const document = text === null ? null : parseDocument(text, { logLevel: "error" });
  const isFit = document?.errors.length === 0 && (document.contents === null || isMap(document.contents));
  const policy = isFit ? document.get("policy") : null;
  if (!document || !isFit || (policy !== undefined && policy !== null && !isMap(policy)))
    return {
      files,
      changes: [],
      refusals: [remark("flag-lost", `${path} cannot be read, so it cannot say that models may not run it.`)],
    };
  if (document.getIn(["policy", "allow_implicit_invocation"]) === false)
    return { files, changes: [], refusals: [] };
  if (!isMap(policy)) document.delete("policy");
  document.setIn(["policy", "allow_implicit_invocation"], false);
  const written = { ...fileOf(document.toString({ lineWidth: 0 })), executable: known.executable ?? false };
  return { files: files.map((file) => (file === known ? written : file)), changes: [change], refusals: [] };
}

const fileOf = (text: string): TargetFile => ({ path, bytes: new TextEncoder().encode(text) });
