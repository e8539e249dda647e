import type { NeighbourPair } from "../proven/bytes-proof-schema";

type Word = NeighbourPair["hosts"][number]["word"];

/** Few cases are no verdict, but a lost one is lost. */
const saysWhatIsLost = (word: Word | null): boolean => word === "judged" || word === "too-few";

/** Both runs measured there, and some case in both. */
export const isSoundHost = ({ word, wordBefore, compared }: NeighbourPair["hosts"][number]): boolean =>
  saysWhatIsLost(word) && saysWhatIsLost(wordBefore) && compared > 0;

/** It says whether something is lost: it measured, or there is nothing that it could lose. */
export const saysOfLosses = (host: NeighbourPair["hosts"][number]): boolean =>
  isSoundHost(host) || host.neverFires;

/** What a host that measured something saw lost, whatever another one came to. */
export const lostInSoundHosts = ({
  hosts,
  lost,
}: Pick<NeighbourPair, "hosts" | "lost">): NeighbourPair["lost"] =>
  lost.filter(({ dialect }) => hosts.some((host) => host.dialect === dialect && isSoundHost(host)));

/** What is this change's alone to answer for: nothing where the catalogue had changed otherwise too. */
export const attributedLosses = (
  pair: Pick<NeighbourPair, "hosts" | "lost" | "alsoChanged">,
): NeighbourPair["lost"] => (pair.alsoChanged.length > 0 ? [] : lostInSoundHosts(pair));
