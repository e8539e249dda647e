import { Document, visit } from "yaml";
import { findUnseenText } from "@/lib/kernel/hidden-text";
import { escapeUnseen, markOnLine } from "@/lib/kernel/mark-hidden";

type Written = {
  /** What stands at its head, a line each. */
  notes: readonly string[];
  /** Plain values, in the order in which they are to stand. */
  value: object;
};

/** A configuration file as people write it: what is read from it is the same value again. Nothing in it hides. */
export function writeDeclaration({ notes, value }: Written): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_, scalar) {
      // In quotes everything can be escaped; elsewhere a line's end is read as another one.
      if (typeof scalar.value === "string" && findUnseenText(scalar.value).length > 0)
        scalar.type = "QUOTE_DOUBLE";
    },
  });
  const head = notes.map((note) => `# ${markOnLine(note)}\n`).join("");
  return head + escapeUnseen(document.toString({ lineWidth: 0, doubleQuotedAsJSON: true }));
}
