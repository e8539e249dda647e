"use client";

import { filterWords, type ReviewFilter, reviewFilters } from "@/components/data/review-filters";
import { useShortcut } from "@/components/layout/keyboard";
import { classNames } from "@/components/ui/class-names";

type FilterChoiceProps = { value: ReviewFilter; onChange: (filter: ReviewFilter) => void };

/** One of a few lists, all in sight; 1 to 4 on the keyboard. */
export function FilterChoice({ value, onChange }: FilterChoiceProps) {
  return (
    <fieldset className="flex flex-wrap gap-0.5">
      <legend className="sr-only">Which reviews</legend>
      {reviewFilters.map((filter, at) => (
        <FilterButton
          key={filter}
          filter={filter}
          keys={String(at + 1)}
          pressed={filter === value}
          onPress={() => onChange(filter)}
        />
      ))}
    </fieldset>
  );
}

type FilterButtonProps = { filter: ReviewFilter; keys: string; pressed: boolean; onPress: () => void };

function FilterButton({ filter, keys, pressed, onPress }: FilterButtonProps) {
  useShortcut(keys, `Show: ${filterWords[filter]}`, onPress);
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={classNames(
        "h-ctl rounded-2 px-2.5 focus-visible:rounded-2",
        pressed ? "bg-press font-medium text-ink" : "text-ink-2 hover:bg-hover hover:text-ink",
      )}
    >
      {filterWords[filter]}
    </button>
  );
}
