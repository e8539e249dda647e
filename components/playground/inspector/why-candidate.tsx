import { Pencil, Scissors } from "lucide-react";
import { type ReactNode, useId } from "react";
import { skillEditPath } from "@/components/data/skill-paths";
import { useWorkspace } from "@/components/layout/current-workspace";
import { classNames } from "@/components/ui/class-names";
import { formatNumber } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { ShownText } from "@/components/ui/shown-text";
import { TextLink } from "@/components/ui/text-link";
import type { TurnCandidate } from "@/lib/runtime/explain-turn";
import { formatScore } from "@/lib/runtime/judge-fit";
import { WhyBar, whyGrid } from "./why-bar";
import { sayFields, sayState } from "./why-words";

type WhyCandidateProps = {
  candidate: TurnCandidate;
  threshold: number | null;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  /** Below the reason, when it is open. */
  children?: ReactNode;
};

const lossStates = ["cut", "omitted"];
const activeStates = ["activated", "already-active", "in-prompt"];

/** One skill: its bar, and below it, when it is open, why in words. */
export function WhyCandidate({ candidate, threshold, isOpen, onToggle, children }: WhyCandidateProps) {
  const id = useId();
  const { name, place, score, wholeScore, state, keptCharacters } = candidate;
  const word = sayState(candidate);
  const isLoss = lossStates.includes(state) || keptCharacters !== null;
  const isActive = activeStates.includes(state);
  return (
    <li className={isOpen ? "bg-accent-soft shadow-[inset_2px_0_0_var(--accent-text)]" : undefined}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => onToggle(!isOpen)}
        className={classNames(
          whyGrid,
          "-outline-offset-2 min-h-9 w-full py-0.5 text-left",
          !isOpen && "hover:bg-hover",
        )}
      >
        <span className="text-ink-3">{place ?? ""}</span>
        <span className="min-w-0">
          <span className="block truncate font-medium font-mono text-13 tracking-[-0.02em]">
            <ShownText text={name} />
          </span>
          {word === "" ? null : (
            <span
              className={classNames(
                "flex items-center gap-1 text-12",
                isLoss ? "text-warn" : isActive ? "text-ev-activated" : "text-ink-3",
              )}
            >
              {isLoss ? <Icon of={Scissors} size={13} className="flex-none" /> : null}
              <span className="min-w-0 text-pretty">{word}</span>
            </span>
          )}
        </span>
        <WhyBar score={score} wholeScore={wholeScore} threshold={threshold} isActive={isActive} />
        <span className={classNames("text-right", isActive || isOpen ? "font-semibold" : "text-ink-2")}>
          {score === null ? "–" : formatScore(score)}
        </span>
        {wholeScore !== null && wholeScore > (score ?? 0) ? (
          <span className="sr-only">would be {formatScore(wholeScore)} with whole descriptions</span>
        ) : null}
      </button>
      {isOpen ? (
        <Detail id={id} candidate={candidate}>
          {children}
        </Detail>
      ) : null}
    </li>
  );
}

type DetailProps = { id: string; candidate: TurnCandidate; children: ReactNode };

function Detail({ id, candidate, children }: DetailProps) {
  const { slug: workspace } = useWorkspace();
  const { name, reason, words, lostWords, wholeScore, score, fields } = candidate;
  return (
    <div id={id} className="grid gap-2 px-4 pt-0.5 pb-3 pl-[44px] narrow:px-3">
      <p>
        <ShownText text={reason} />
      </p>
      <Told candidate={candidate} />
      {words.length + lostWords.length > 0 ? (
        <p className="flex flex-wrap items-center gap-x-1.5 gap-y-1 text-12 text-ink-2">
          {words.length > 0 ? <span>Matched</span> : null}
          {words.map((word) => (
            <Word key={word} word={word} />
          ))}
          {lostWords.length > 0 ? <span className="ml-1">Lost with the cut</span> : null}
          {lostWords.map((word) => (
            <Word key={word} word={word} isLost />
          ))}
        </p>
      ) : null}
      <p className="flex flex-wrap items-center gap-x-3 text-12 text-ink-3">
        {fields.length > 0 ? <span>Score: {sayFields(candidate)}</span> : null}
        {wholeScore !== null && wholeScore !== score ? (
          <span>
            {formatScore(score ?? 0)} instead of {formatScore(wholeScore)} with whole descriptions
          </span>
        ) : null}
        {candidate.whole === null ? null : (
          <TextLink href={skillEditPath(workspace, name)} className="ml-auto inline-flex items-center gap-1">
            <Icon of={Pencil} size={13} />
            Edit the description
          </TextLink>
        )}
      </p>
      {children}
    </div>
  );
}

/** Its description as the model got it; what a cut took away steps back behind the mark. */
function Told({ candidate: { told, whole, keptCharacters, state } }: { candidate: TurnCandidate }) {
  const isOmitted = state === "omitted";
  if (keptCharacters === null && !isOmitted) return told ? <Words>{told}</Words> : null;
  const kept = isOmitted ? "" : (told ?? "").replace(/…$/, "");
  const lost = whole?.startsWith(kept) ? whole.slice(kept.length) : null;
  return (
    <Words after={lost === null ? null : shortened(lost)}>
      {kept}
      <span className="mx-1 inline-flex items-center gap-1 whitespace-nowrap rounded-[3px] border border-warn px-1 align-[1px] font-medium font-sans text-11 text-warn tracking-normal">
        <Icon of={Scissors} size={13} />
        {isOmitted ? "left out whole" : `cut at ${keptCharacters} characters`}
      </span>
    </Words>
  );
}

/** The words that mattered in it are listed below; all of it would push what helps out of sight. */
const shownOfLost = 160;
const shortened = (lost: string): string =>
  lost.length <= shownOfLost + 40
    ? lost
    : `${lost.slice(0, shownOfLost)}… (${formatNumber(lost.length - shownOfLost)} more characters)`;

function Words({ children, after = null }: { children: ReactNode; after?: string | null }) {
  return (
    <p className="rounded-2 border border-line bg-sunken px-3 py-2 font-mono text-13 leading-[22px] tracking-[-0.02em] [overflow-wrap:anywhere]">
      {typeof children === "string" ? <ShownText text={children} /> : children}
      {after === null ? null : (
        <span className="text-ink-3">
          <ShownText text={after} />
        </span>
      )}
    </p>
  );
}

const Word = ({ word, isLost = false }: { word: string; isLost?: boolean }) => (
  <code
    className={classNames(
      "rounded-[3px] border bg-bg px-1",
      isLost
        ? "border-warn border-dashed text-warn line-through decoration-1"
        : "border-line-strong text-ink",
    )}
  >
    <ShownText text={word} />
  </code>
);
