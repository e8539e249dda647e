import { Chip } from "@/components/ui/chip";
import { formatCount } from "@/components/ui/format";
import { ShownText } from "@/components/ui/shown-text";
import { TextLink } from "@/components/ui/text-link";
import { capabilityKey, capabilityKinds } from "@/lib/capabilities/capability";
import type { ListedCapability } from "@/lib/library/diffs/capability-schema";
import { capabilityTitles, capabilityWords } from "./capability-words";

type CapabilityListProps = {
  /** What the list is of, for whoever hears it. */
  label: string;
  entries: readonly ListedCapability[];
  /** Where a file is shown; null where it is only named. */
  addressOf: (path: string) => string | null;
  /** Those that are told as new. */
  fresh?: readonly ListedCapability[] | undefined;
};

/** Entries by kind, each with its first place. */
export function CapabilityList({ label, entries, addressOf, fresh = [] }: CapabilityListProps) {
  const freshKeys = new Set(fresh.map(capabilityKey));
  return (
    <section aria-label={label} className="grid gap-2">
      {capabilityKinds.map((kind) => {
        const own = entries.filter((entry) => entry.kind === kind);
        if (own.length === 0) return null;
        return (
          <div key={kind}>
            <p className="text-12 text-ink-3">{capabilityTitles[kind]}</p>
            <ul>
              {own.map((entry) => (
                <CapabilityRow
                  key={`${entry.use} ${entry.certainty} ${entry.name}`}
                  entry={entry}
                  addressOf={addressOf}
                  isFresh={freshKeys.has(capabilityKey(entry))}
                />
              ))}
            </ul>
          </div>
        );
      })}
    </section>
  );
}

function CapabilityRow({
  entry,
  addressOf,
  isFresh,
}: { entry: ListedCapability; isFresh: boolean } & Pick<CapabilityListProps, "addressOf">) {
  const [place] = entry.places;
  const words = capabilityWords(entry);
  const address = place ? addressOf(place.path) : null;
  const more = entry.placeCount - 1;
  const where = place ? (
    <>
      <ShownText text={place.path} /> {place.line}:{place.column}
    </>
  ) : null;
  return (
    <li className="flex flex-wrap items-baseline gap-x-2 py-0.5 [overflow-wrap:anywhere]">
      <code className="min-w-0">
        <ShownText text={entry.name} />
      </code>{" "}
      {isFresh ? <Chip className="h-[18px]">new</Chip> : null}{" "}
      {words === null ? null : <span className="text-12 text-ink-2">{words}</span>}{" "}
      <span className="text-12 text-ink-3">
        {address === null ? where : <TextLink href={address}>{where}</TextLink>}
        {more > 0 ? ` and ${formatCount(more, "more place", "more places")}` : ""}
      </span>
    </li>
  );
}
