"use client";

import { useQuery } from "@tanstack/react-query";
import { skillPath } from "@/components/data/skill-paths";
import { contestedNamesQuery } from "@/components/data/source-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { ErrorNotice } from "@/components/ui/error-notice";
import { formatCount } from "@/components/ui/format";
import { ShownText } from "@/components/ui/shown-text";
import { TextLink } from "@/components/ui/text-link";
import { client } from "@/lib/api/client";
import { placeWords } from "@/lib/sources/place-options";
import type { SkillPlace } from "@/lib/sources/place-schema";

/** Names that more than one place has: which of them holds, which wait or are shadowed, and what decided that. */
export function ContestedNames() {
  const { slug } = useWorkspace();
  const { data, error } = useQuery(contestedNamesQuery(client.places, slug));
  if (error) return <ErrorNotice error={error} title="The names in more than one place could not be read" />;
  if (!data || data.total === 0) return null;
  const left = data.total - data.items.length;
  return (
    <section aria-labelledby="contested-names" className="py-5">
      <h3 id="contested-names" className="font-medium">
        Names in more than one place
      </h3>
      <p className="text-12 text-ink-3">
        {formatCount(data.total, "name")}. Who was first holds; a later source never replaces it by itself.
      </p>
      <ul className="mt-2 grid gap-3">
        {data.items.map(({ skill, places }) => (
          <li key={skill} className="border-line border-t pt-2">
            <TextLink href={skillPath(slug, skill)}>
              <ShownText text={skill} />
            </TextLink>
            <ul aria-label={`Places of ${skill}`} className="mt-1 grid gap-1">
              {places.map((place) => (
                <Place key={`${place.kind} ${place.name} ${place.path} ${place.state}`} place={place} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {left > 0 ? (
        <p className="mt-2 text-12 text-ink-3">{formatCount(left, "more name")} not shown.</p>
      ) : null}
    </section>
  );
}

function Place({ place: { name, path, state, why } }: { place: SkillPlace }) {
  return (
    <li className="text-12 text-ink-2 [overflow-wrap:anywhere]">
      <span className={state === "waits" || state === "shadowed" ? "text-warn" : ""}>
        {placeWords[state]}
      </span>
      : <ShownText text={name} />{" "}
      {path === name ? null : (
        <span className="font-mono text-ink-3">
          <ShownText text={path || "."} />
        </span>
      )}{" "}
      <span className="text-ink-3">
        <ShownText text={why} />
      </span>
    </li>
  );
}
