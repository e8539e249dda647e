import { CodeBlock } from "./code-block";

/** Lines to paste one after the other, each with a button that copies it. */
export function CodeLines({ lines }: { lines: readonly string[] }) {
  return (
    <ol className="grid gap-2">
      {lines.map((line, at) => (
        <li key={line}>
          <CodeBlock text={line} label={`line ${at + 1}`} />
        </li>
      ))}
    </ol>
  );
}
