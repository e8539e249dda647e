import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { createRef } from "react";
import { describe, expect, it, vi } from "vitest";
import { readSkillFilters } from "@/components/data/skill-filters";
import { stillRouter } from "@/lib/testing/browser/app-router";
import { ImportDrop } from "../imports/import-drop";
import type { RowSelection } from "../many/use-selection";
import { SkillPane } from "./skill-pane";

const nothing = () => undefined;
const selection: RowSelection = {
  choose: nothing,
  extend: nothing,
  chooseShown: nothing,
  chooseMatching: nothing,
  clear: nothing,
  letGo: nothing,
  has: () => false,
  count: 0,
  chosen: { names: [] },
  isMatching: false,
  isWhole: false,
  head: "none",
};

function show(params: Record<string, string>) {
  const onShowAll = vi.fn();
  const list = {
    data: { pages: [{ total: 0 }] },
    error: null,
    isPlaceholderData: false,
    isFetchingNextPage: false,
    refetch: nothing,
  };
  render(
    <AppRouterContext value={stillRouter}>
      <QueryClientProvider client={new QueryClient()}>
        <ImportDrop workspace="meridian">
          <SkillPane
            workspace="meridian"
            list={list}
            skills={[]}
            filters={readSkillFilters(params)}
            onSort={nothing}
            onShowAll={onShowAll}
            choices={{}}
            active={null}
            onActivate={nothing}
            selection={selection}
            onNearEnd={nothing}
            table={createRef()}
          />
        </ImportDrop>
      </QueryClientProvider>
    </AppRouterContext>,
  );
  return onShowAll;
}

describe("a library in which nothing fits the filters", () => {
  it("says so and shows all at one press", async () => {
    const onShowAll = show({ source: "imported" });
    expect(screen.getByRole("heading", { name: "Nothing fits" })).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Show all" }));
    expect(onShowAll).toHaveBeenCalledTimes(1);
  });

  it("explains patterns only where one was given", () => {
    show({ name: "pdf" });
    expect(screen.getByText(/stands for the whole name/)).toBeInTheDocument();
  });
});
