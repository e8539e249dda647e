import { createHash } from "node:crypto";
import type { Query } from "./measure-ranking";

type Subject = { id: string; description: string };

/** From 0 up to 1, by a text alone: the same on every machine and for every file. */
export const shareOf = (text: string): number =>
  createHash("sha256").update(text).digest().readUInt32BE(0) / 2 ** 32;

/** Halves of the queries, each another one. */
export const halvesOf = (queries: readonly Query[], count: number): Query[][] =>
  Array.from({ length: count }, (_, at) => queries.filter(({ text }) => shareOf(`${at} ${text}`) < 0.5));

/**
 * Long messages of which few words matter: four words of a skill's description around a message about something else.
 * For every third skill with enough words of its own.
 */
export function longMessages(subjects: readonly Subject[], others: readonly string[]): Query[] {
  const chatter = others.filter((text) => text.length > 40 && /^[\p{ASCII}–—’“”é]+$/u.test(text));
  if (chatter.length === 0) return [];
  return subjects.flatMap(({ id, description }, at) => {
    const words = description.match(/[A-Za-z]{5,}/g) ?? [];
    if (at % 3 > 0 || words.length < 8) return [];
    const pick = (place: number) => words[Math.floor(shareOf(`${id} ${place}`) * words.length)];
    const about = chatter[Math.floor(shareOf(id) * chatter.length)];
    return [{ text: `${pick(1)} ${pick(2)} ${about} ${pick(3)} ${pick(4)}`, answers: new Set([id]) }];
  });
}
