import type { Metadata } from "next";
import { ApiReferencePage } from "@/components/api-reference/api-reference-page";
import { openApiSchema } from "@/components/api-reference/operations";
import { getOpenApiDocument } from "@/lib/api/app";
import { unwrap } from "@/lib/api/client";
import { serverClient } from "@/lib/api/server-client";

export const metadata: Metadata = { title: "API reference" };

type ApiReferenceProps = { params: Promise<{ workspace: string }> };

export default async function ApiReference({ params }: ApiReferenceProps) {
  const { workspace } = await params;
  const { publicUrl } = await unwrap(serverClient.instance.instance.$get());
  const document = openApiSchema.parse(getOpenApiDocument());
  return <ApiReferencePage document={document} origin={publicUrl} workspace={workspace} />;
}
