import { ShownText } from "@/components/ui/shown-text";
import type { DialectId } from "@/lib/dialects/dialect-heads";
import { agreementOf, basisOf } from "@/lib/dialects/host-agreements";

/** With which release of its host a dialect agrees, when that was checked, and what is known to be otherwise. */
export function DialectNote({ dialect }: { dialect: string }) {
  if (dialect === ("standard" satisfies DialectId)) return null;
  const agreement = agreementOf(dialect);
  if (!agreement)
    return (
      <p className="text-12 text-ink-3">
        {basisOf(dialect) ?? "Written after the host's published source; the host itself was not run."}
      </p>
    );
  const { version, checked, differences } = agreement;
  return (
    <details className="text-12 text-ink-3">
      <summary className="cursor-pointer">
        Agrees with <ShownText text={version} />, checked on <time dateTime={checked}>{checked}</time>.{" "}
        {differences.length} known differences
      </summary>
      <ul className="mt-1 list-disc space-y-1 pl-4">
        {differences.map((difference) => (
          <li key={difference}>
            <ShownText text={difference} />
          </li>
        ))}
      </ul>
    </details>
  );
}
