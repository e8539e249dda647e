import { Fragment } from "react";
import { ShownText } from "./shown-text";

/** A path or a place, such as `tools.Read.limit`: a line breaks behind its dots and slashes before it breaks within a word. */
export function BreakingText({ text }: { text: string }) {
  return text.split(/(?<=[./])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which never change places
    <Fragment key={at}>
      {at === 0 ? null : <wbr />}
      <ShownText text={part} />
    </Fragment>
  ));
}
