import { CircleCheck, CircleX, TriangleAlert } from "lucide-react";
import { formatDuration } from "@/components/ui/format";
import { ShownText } from "@/components/ui/shown-text";
import { State } from "@/components/ui/state";
import type { TestReport } from "@/lib/models/schema";

const rows = [
  ["text", "Text"],
  ["streaming", "Streaming"],
  ["tools", "Tools"],
  ["tokens", "Tokens"],
] as const;

/** What one real call showed, in words. */
export function ModelTestReport({ report }: { report: TestReport }) {
  return (
    <div role="status" className="rounded-2 border border-line px-3 py-2">
      <p className="mb-1 font-medium">
        {report.usable ? "It answers" : "It does not work yet"}
        <span className="font-normal text-12 text-ink-3"> · after {formatDuration(report.durationMs)}</span>
      </p>
      {report.usable ? (
        <dl className="grid grid-cols-[88px_minmax(0,1fr)] gap-x-3 gap-y-1">
          {rows.map(([key, label]) => (
            <Check key={key} label={label} works={report[key].works} told={report[key].told} />
          ))}
        </dl>
      ) : (
        <p className="text-danger [overflow-wrap:anywhere]">
          <ShownText text={report.error?.message ?? ""} />
        </p>
      )}
    </div>
  );
}

function Check({ label, works, told }: { label: string; works: boolean; told: string }) {
  return (
    <>
      <dt>
        <State icon={works ? CircleCheck : TriangleAlert} tone={works ? "neutral" : "warning"}>
          <ShownText text={label} />
        </State>
      </dt>
      <dd className="text-ink-2 [overflow-wrap:anywhere]">
        <ShownText text={told} />
      </dd>
    </>
  );
}

/** Where the test itself could not be made. */
export function ModelTestFailure({ message }: { message: string }) {
  return (
    <div role="alert">
      <State icon={CircleX} tone="error">
        <ShownText text={message} />
      </State>
    </div>
  );
}
