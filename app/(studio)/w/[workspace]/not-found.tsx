import type { Metadata } from "next";
import { ErrorPage } from "@/components/layout/error-page";
import { KeyCaps } from "@/components/layout/key-caps";
import { Page } from "@/components/layout/page";
import { ButtonLink } from "@/components/ui/button";

export const metadata: Metadata = { title: "Not found" };

export default function WorkspaceNotFound() {
  return (
    <Page top={null} scroll>
      <ErrorPage
        title="There is nothing here"
        actions={
          <ButtonLink href="/" variant="primary">
            Go to the skills
          </ButtonLink>
        }
      >
        It was renamed, removed, or never part of this workspace. Search with <KeyCaps keys="mod+k" />.
      </ErrorPage>
    </Page>
  );
}
