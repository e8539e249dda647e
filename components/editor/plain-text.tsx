/** The open file's text while Monaco is on its way: same type, same place. */
export function PlainText({ text }: { text: string }) {
  return (
    <pre className="min-h-0 flex-1 overflow-hidden whitespace-pre-wrap pt-2 pr-4 pl-[62px] text-13 leading-5 [overflow-wrap:anywhere]">
      {text}
    </pre>
  );
}
