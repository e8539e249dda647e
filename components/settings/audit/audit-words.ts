import { agentsPath } from "@/components/data/agent-paths";
import { conversationPath } from "@/components/data/playground-paths";
import { reviewPath } from "@/components/data/review-paths";
import { addressesPath, keysPath, membersPath, sourcesPath } from "@/components/data/settings-paths";
import { importPath, skillPath } from "@/components/data/skill-paths";
import type { AuditRow } from "@/lib/audit/schema";

/** Where the words of an action, read as they are, would not be a sentence. */
const sentences: Readonly<Record<string, string>> = {
  "agent.assignments-set": "Skills of an agent set",
  "audit.retained": "Old audit rows removed",
  "audit.retention-set": "Audit retention set",
  "delivery-address.shown": "Delivery address copied again",
  "directories.read": "Directories read",
  "machine.removed": "Machine left with its last key",
  "member.left": "Member left",
  "policy.bypassed": "Review policy bypassed",
  "policy.changed": "Review policy changed",
  "person.signed-in": "Signed in",
  "person.deactivated": "Account deactivated",
  "person.reactivated": "Account reactivated",
  "person.password-reset": "Password reset",
  "person.two-factor-reset": "Second step reset",
  "person.operator-made": "Made an operator",
  "person.operator-removed": "No operator any more",
  "person.reset-link-made": "Reset link made",
  "person.reset-link-requested": "Reset link asked for",
  "sign-in.refused": "Sign-in refused",
  "sign-in.connected": "Sign-in provider connected",
  "sign-in.disconnected": "Sign-in provider disconnected",
  "run.tool-result-typed": "Tool result typed in a run",
  "run.script-allowed": "Script allowed in a run",
  "run.script-refused": "Script refused in a run",
  "run.script-stopped": "Script stopped in a run",
  "script.ran": "Script of a skill ran",
  "scripts.changed": "Scripts switched on or off",
};

/** Says "Skill published" for "skill.published". */
export function sayAction(action: string): string {
  const words = sentences[action] ?? action.replace(/[.-]+/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The page of what a row is about, as far as it has one; null also for what is known to be gone. */
export function objectPath(workspace: string, { action, object }: AuditRow): string | null {
  if (action.endsWith(".deleted")) return null;
  switch (object.type) {
    case "skill":
      return object.name === "" ? null : skillPath(workspace, object.name);
    case "agent":
      return agentsPath(workspace);
    case "review": {
      const number = Number.parseInt(object.name, 10);
      return Number.isNaN(number) ? null : reviewPath(workspace, number);
    }
    case "conversation":
      return conversationPath(workspace, object.id);
    case "import":
      return importPath(workspace, object.id);
    case "key":
      return keysPath(workspace);
    case "delivery-address":
    case "mirror":
      return addressesPath(workspace);
    case "source":
      return sourcesPath(workspace);
    case "member":
      return membersPath(workspace);
    default:
      return null;
  }
}
