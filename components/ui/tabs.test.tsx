import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { Tab, TabList, TabPanel, Tabs } from "./tabs";

function open() {
  render(
    <Tabs defaultValue="files">
      <TabList label="Parts">
        <Tab value="files">Files</Tab>
        <Tab value="versions" count={3}>
          Versions
        </Tab>
      </TabList>
      <TabPanel value="files">The files</TabPanel>
      <TabPanel value="versions">The versions</TabPanel>
    </Tabs>,
  );
  return {
    files: screen.getByRole("tab", { name: "Files" }),
    versions: screen.getByRole("tab", { name: /Versions/ }),
  };
}

it("shows no ring after a press with the pointer, and shows it again for the keyboard", async () => {
  const { files, versions } = open();
  await userEvent.click(versions);
  expect(screen.getByText("The versions")).toBeVisible();
  expect(versions).toHaveAttribute("data-by-pointer");
  await userEvent.keyboard("{ArrowLeft}");
  expect(files).toHaveFocus();
  expect(files).not.toHaveAttribute("data-by-pointer");
  expect(versions).not.toHaveAttribute("data-by-pointer");
});

it("leads the keyboard to the open tab after a press with the pointer on it, and never to the list around it", async () => {
  const { files } = open();
  await userEvent.click(files);
  await userEvent.pointer({ keys: "[MouseLeft]", target: files });
  files.blur();
  await userEvent.tab();
  expect(files).toHaveFocus();
});

it("keeps the ring for whoever comes with the keyboard", async () => {
  const { files } = open();
  await userEvent.tab();
  expect(files).toHaveFocus();
  expect(files).not.toHaveAttribute("data-by-pointer");
});
