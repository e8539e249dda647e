import { formatCount } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { ShownText } from "@/components/ui/shown-text";
import type { Import } from "@/lib/imports/import-schema";
import { ImportNotes } from "./import-notes";
import { leftOutOf, putRightIn } from "./import-report";

/** Archives that were refused as a whole, files that belong to no package, and notes. Nothing to say, nothing shown. */
export function ImportSources({ current }: { current: Pick<Import, "sources" | "items"> }) {
  const { sources } = current;
  const refused = sources.filter(({ state }) => state === "refused");
  const ignored = sources.reduce((sum, { ignoredFiles }) => sum + ignoredFiles, 0);
  const notes = leftOutOf(current).length + putRightIn(current).length;
  if (refused.length === 0 && ignored === 0 && notes === 0) return null;
  return (
    <div className="grid flex-none gap-2 border-line border-b px-4 py-3">
      {refused.length === 0 ? null : (
        <Notice tone="warning" title={`${formatCount(refused.length, "source")} could not be read`}>
          <ul>
            {refused.map((source) => (
              <li key={source.fileName}>
                <span className="font-mono text-12">
                  <ShownText text={source.fileName} />
                </span>
                {source.path === undefined ? null : <ShownText text={`, ${source.path}`} />}:{" "}
                <ShownText text={source.message ?? "no reason was given"} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {ignored === 0 ? null : (
        <p className="text-ink-3">{formatCount(ignored, "file")} outside of any package left out.</p>
      )}
      <ImportNotes current={current} />
    </div>
  );
}
