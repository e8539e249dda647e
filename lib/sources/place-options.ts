/**
 * How a place's text stands to the draft: it `holds` where the draft has exactly this text, `replaced` where another text
 * came after it, `waits` until a person takes it, and is `shadowed` where an earlier place has the name.
 */
export const placeStates = ["holds", "replaced", "waits", "shadowed"] as const;
export type PlaceState = (typeof placeStates)[number];

export const placeWords = {
  holds: "Holds",
  replaced: "Replaced",
  waits: "Waits",
  shadowed: "Shadowed",
} as const satisfies Record<PlaceState, string>;
