import { Digest } from "@/components/ui/copy-button";
import { formatCount, formatTokens } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { ShownText } from "@/components/ui/shown-text";
import { shownSeverity } from "@/lib/findings/blocks-publishing";
import type { ImportItem } from "@/lib/imports/import-schema";
import { RuleLink } from "../problems/rule-link";
import { severityLooks } from "../problems/severity-looks";
import { placeOf } from "./import-report";

type Line = {
  key: string;
  severity: keyof typeof severityLooks;
  where: string;
  rule: string;
  message: string;
  /** What the editor offers. */
  fix: string | null;
};

/** Issues of the format, findings of the content and what was put right on the way in, in one list. */
function linesOf(item: ImportItem): Line[] {
  const where = ({ path, range }: ImportItem["issues"][number] | ImportItem["findings"][number]) =>
    `${path}:${range.startLine}`;
  const all = [...item.issues, ...item.findings];
  const found = all.map(
    (entry, index): Line => ({
      key: `${index} ${entry.rule}`,
      severity: shownSeverity(entry.severity),
      where: where(entry),
      rule: entry.rule,
      message: entry.message,
      fix: ("fix" in entry && entry.fix?.title) || null,
    }),
  );
  const notes = item.notes.map(({ path, rule, message }, index): Line => {
    return { key: `note ${index}`, severity: "info", where: path, rule, message, fix: null };
  });
  return [...found, ...notes];
}

const matchWords = {
  "same-digest": "Same bytes as",
  "same-name": "Same name as",
  "similar-name": "But for case and form, the name of",
} as const satisfies Record<NonNullable<ImportItem["match"]>["kind"], string>;

const mostNamed = 8;

function executableWords(paths: readonly string[]): string {
  const named = paths.slice(0, mostNamed).join(", ");
  return paths.length > mostNamed ? `${named} and ${paths.length - mostNamed} more` : named;
}

/** Everything known about a found package: where it lay, what it matches, what is wrong with it. */
export function ImportItemDetails({ item }: { item: ImportItem }) {
  const lines = linesOf(item);
  const counted = item.errorCount + item.warningCount + item.blockingCount;
  return (
    <div className="grid max-w-[960px] gap-3 whitespace-normal">
      {item.message === null ? null : (
        <p className="text-danger [overflow-wrap:anywhere]">
          <ShownText text={item.message} />{" "}
          {item.rule === null ? null : (
            <span className="text-12 text-ink-3">
              {item.path === null ? null : (
                <span className="font-mono">
                  <ShownText text={item.path} />{" "}
                </span>
              )}
              <RuleLink rule={item.rule} />
            </span>
          )}
        </p>
      )}
      <p className="text-ink-2 [overflow-wrap:anywhere]">
        <ShownText text={item.description || "No description."} />
      </p>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-12 text-ink-3 [&>div]:flex [&>div]:items-center [&>div]:gap-1.5 [&_dt]:flex-none">
        <div>
          <dt>Found at</dt>
          <dd className="font-mono text-ink-2 [overflow-wrap:anywhere]">
            <ShownText text={placeOf(item)} />
          </dd>
        </div>
        {item.nestedIn === null ? null : (
          <div>
            <dt>Inside</dt>
            <dd className="font-mono text-ink-2">
              <ShownText text={item.nestedIn} />
            </dd>
          </div>
        )}
        {item.match === null ? null : (
          <div>
            <dt>{matchWords[item.match.kind]}</dt>
            <dd className="text-ink-2">
              <span className="font-mono">
                <ShownText text={item.match.skill} />
              </span>
              {item.match.within === "import" ? ", earlier in this import" : null}
              {item.match.version === null ? null : `, v${item.match.version}`}
            </dd>
          </div>
        )}
        <div>
          <dt>Estimates</dt>
          <dd className="text-ink-2">
            {formatTokens(item.tokens.metadata)} of metadata, {formatTokens(item.tokens.instructions)} of
            instructions, {formatTokens(item.tokens.resources)} of resources
          </dd>
        </div>
        {item.executableFiles.length === 0 ? null : (
          <div>
            <dt>Executable</dt>
            <dd className="font-mono text-ink-2 [overflow-wrap:anywhere]">
              <ShownText text={executableWords(item.executableFiles)} />
            </dd>
          </div>
        )}
        {item.digest === null ? null : (
          <div>
            <dt>Digest</dt>
            <dd>
              <Digest digest={item.digest} />
            </dd>
          </div>
        )}
      </dl>
      {lines.length === 0 ? (
        <p className="text-12 text-ink-3">No findings.</p>
      ) : (
        <ul className="grid gap-1">
          {lines.map(({ key, severity, where, rule, message, fix }) => (
            <li key={key} className="grid grid-cols-[16px_minmax(0,1fr)] gap-x-2">
              <Icon
                of={severityLooks[severity].icon}
                size={14}
                className={`mt-[3px] ${severityLooks[severity].hue}`}
              />
              <span className="text-ink-2 [overflow-wrap:anywhere]">
                <span className="sr-only">{severityLooks[severity].word}: </span>
                <ShownText text={message} />{" "}
                <span className="text-12 text-ink-3">
                  <span className="font-mono">
                    <ShownText text={where} />
                  </span>{" "}
                  <RuleLink rule={rule} />
                  {fix === null ? null : (
                    <>
                      , the editor can fix it: <ShownText text={fix} />
                    </>
                  )}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {item.blockingCount > 0 && item.state !== "refused" ? (
        <p className="text-12 text-ink-3">
          {formatCount(item.blockingCount, "finding")} would block publishing. It can be imported all the
          same: a reviewer may dismiss such findings with a reason on the skill's page.
        </p>
      ) : null}
      {counted > lines.length - item.notes.length ? (
        <p className="text-12 text-ink-3">
          {counted - lines.length + item.notes.length} more of the same package are not listed.
        </p>
      ) : null}
    </div>
  );
}
