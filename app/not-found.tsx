import type { Metadata } from "next";
import { ErrorPage } from "@/components/layout/error-page";
import { Brand } from "@/components/ui/brand";
import { ButtonLink } from "@/components/ui/button";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <main id="main" tabIndex={-1} className="min-h-dvh px-10 py-8 outline-none narrow:p-6 compact:p-4">
      <Brand />
      <ErrorPage
        title="There is nothing here"
        actions={
          <ButtonLink href="/" variant="primary">
            Go to your workspace
          </ButtonLink>
        }
      >
        The address is wrong, it was removed, or you are not a member of its workspace.
      </ErrorPage>
    </main>
  );
}
