import { TextButton } from "@/components/ui/text-link";
import { leastRole } from "@/lib/auth/permissions";
import { useEditor } from "./editor-context";
import type { Problem } from "./problems";

type PublishBlockersProps = { problems: readonly Problem[]; close: () => void };

/** Each thing that keeps the draft from being published, with the way to it. */
export function PublishBlockers({ problems, close }: PublishBlockersProps) {
  const { reveal } = useEditor();
  if (problems.length === 0) return null;
  return (
    <div className="grid gap-1">
      <p className="font-medium">These stand in the way:</p>
      <ul aria-label="What blocks publishing" className="grid max-h-[240px] gap-2 overflow-auto">
        {problems.map(({ id, message, path, rule, range, finding }) => (
          <li key={id} className="grid gap-0.5">
            <p className="[overflow-wrap:anywhere]">{message}</p>
            <p className="flex flex-wrap gap-x-2 text-12 text-ink-3">
              <TextButton
                onClick={() => {
                  close();
                  reveal(path, { line: range.startLine, column: range.startColumn });
                }}
              >
                {path} {range.startLine}:{range.startColumn}
              </TextButton>
              <span className="font-mono">{rule}</span>
              {finding ? (
                <span>a {leastRole["findings.dismiss"]} or above may dismiss it in Problems</span>
              ) : null}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
