import { Notice } from "./notice";
import { ShownText } from "./shown-text";

type ErrorNoticeProps = {
  /** Nothing is shown without one. */
  error: Pick<Error, "message"> | null | undefined;
  title?: string;
};

/** Says what a form or a pane was refused, in the server's words. */
export function ErrorNotice({ error, title }: ErrorNoticeProps) {
  if (!error) return null;
  return (
    <Notice tone="error" {...(title === undefined ? {} : { title })}>
      <ShownText text={error.message} />
    </Notice>
  );
}
