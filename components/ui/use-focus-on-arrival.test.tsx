import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useRef } from "react";
import { expect, it } from "vitest";
import { Dialog } from "./dialog";
import { useFocusOnArrival } from "./use-focus-on-arrival";

function Page({ isWanted = true }: { isWanted?: boolean }) {
  const field = useRef<HTMLTextAreaElement>(null);
  useFocusOnArrival(field, isWanted);
  return <textarea ref={field} aria-label="Message" />;
}

const under = (page: ReactNode) => (
  <>
    {page}
    <Dialog open onOpenChange={() => undefined} title="Search">
      <input aria-label="Search" />
    </Dialog>
  </>
);

it("gives the field of a page the focus when the page comes, and not a second time", () => {
  const { rerender } = render(<Page />);
  expect(screen.getByLabelText("Message")).toHaveFocus();
  screen.getByLabelText("Message").blur();
  rerender(<Page />);
  expect(document.body).toHaveFocus();
});

it("does nothing where it was not wanted when the page came", () => {
  const { rerender } = render(<Page isWanted={false} />);
  rerender(<Page />);
  expect(document.body).toHaveFocus();
});

it("takes no menu that is on its way out for one that lies over the page", () => {
  const menu = (state: "open" | "closed") => (
    <>
      <div role="menu" data-state={state} />
      <Page />
    </>
  );
  const { unmount } = render(menu("open"));
  expect(document.body).toHaveFocus();
  unmount();
  render(menu("closed"));
  expect(screen.getByLabelText("Message")).toHaveFocus();
});

it("leaves what is being typed over the page as it is", async () => {
  const user = userEvent.setup();
  const { rerender } = render(under(null));
  const field = await screen.findByRole("textbox", { name: "Search" });
  await user.click(field);
  await user.keyboard("aud");
  rerender(under(<Page />));
  await user.keyboard("it");
  expect(await screen.findByRole("textbox", { name: "Search" })).toHaveValue("audit");
});
