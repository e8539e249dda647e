"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleSlash, Hourglass, Layers } from "lucide-react";
import { settingsPath } from "@/components/data/settings-paths";
import { skillPlacesQuery } from "@/components/data/skill-queries";
import type { LucideIcon } from "@/components/ui/icon";
import { NotLoaded } from "@/components/ui/not-loaded";
import { RelativeTime } from "@/components/ui/relative-time";
import { Section } from "@/components/ui/section";
import { ShownText } from "@/components/ui/shown-text";
import { State } from "@/components/ui/state";
import { TextLink } from "@/components/ui/text-link";
import { client } from "@/lib/api/client";
import { type PlaceState, placeWords } from "@/lib/sources/place-options";
import type { SkillPlace } from "@/lib/sources/place-schema";

const icons = {
  holds: CircleCheck,
  waits: Hourglass,
  replaced: CircleSlash,
  shadowed: Layers,
} as const satisfies Record<PlaceState, LucideIcon>;

/** Which sources and folders have a skill of this name, which of them holds, and what decides. */
export function SkillPlaces({ workspace, skill }: { workspace: string; skill: string }) {
  const query = useQuery(skillPlacesQuery(client.places, workspace, skill));
  if (!query.data)
    return (
      <Section title="Where it comes from">
        <NotLoaded
          query={query}
          rows={2}
          loading="Reading where it comes from"
          failed="It could not be read"
        />
      </Section>
    );
  const { items } = query.data;
  return (
    <Section title="Where it comes from" end={items.length > 1 ? `${items.length} places` : undefined}>
      {items.length === 0 ? (
        <p className="text-ink-3">Written or uploaded here.</p>
      ) : (
        <ul className="grid gap-2">
          {items.map((place) => (
            <Place
              key={`${place.kind} ${place.name} ${place.path} ${place.state}`}
              workspace={workspace}
              place={place}
            />
          ))}
        </ul>
      )}
      {items.length > 1 ? (
        <p className="mt-2 text-12 text-ink-3">
          Who was first holds. A later source never replaces it by itself; of folders the first one configured
          is taken.
        </p>
      ) : null}
    </Section>
  );
}

type PlaceProps = { workspace: string; place: SkillPlace };

function Place({ workspace, place: { kind, name, path, state, why, at } }: PlaceProps) {
  return (
    <li>
      <span className="flex items-center gap-2">
        <State icon={icons[state]} tone={state === "waits" || state === "shadowed" ? "warning" : "neutral"}>
          {placeWords[state]}
        </State>
        <span className="min-w-0 truncate" title={kind === "source" ? "Source" : "Folder on the server"}>
          <ShownText text={name} />
        </span>
        {at === null ? null : (
          <span className="ml-auto flex-none text-12 text-ink-3">
            <RelativeTime at={at} />
          </span>
        )}
      </span>
      {path === name ? null : (
        <span className="block font-mono text-12 text-ink-3 [overflow-wrap:anywhere]">
          <ShownText text={path || "."} />
        </span>
      )}
      <span className="block text-12 text-ink-3 [overflow-wrap:anywhere]">
        <ShownText text={why} />{" "}
        {state === "waits" ? (
          <TextLink href={settingsPath(workspace, kind === "source" ? "sources" : "directories")}>
            Compare and decide
          </TextLink>
        ) : null}
      </span>
    </li>
  );
}
