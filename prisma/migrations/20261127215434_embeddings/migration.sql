-- The endpoint of a workspace that says what texts mean, with what was asked of it this month.
CREATE TABLE "EmbeddingEndpoint" (
    "workspaceId" UUID NOT NULL,
    "baseUrl" TEXT NOT NULL,
    "modelId" TEXT NOT NULL,
    "encryptedKey" BYTEA,
    "keyHint" TEXT,
    "dimensions" INTEGER NOT NULL,
    "price" DECIMAL(12,6),
    "monthlyTokens" INTEGER,
    "usedMonth" CHAR(7) NOT NULL,
    "usedTokens" BIGINT NOT NULL DEFAULT 0,
    "usedTexts" BIGINT NOT NULL DEFAULT 0,
    "failure" TEXT,
    "failedAt" TIMESTAMPTZ(3),
    "retryAt" TIMESTAMPTZ(3),
    "heldUntil" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "EmbeddingEndpoint_pkey" PRIMARY KEY ("workspaceId")
);

-- What packages mean by a model: one byte a dimension; no bytes where the endpoint takes no text of it.
CREATE TABLE "SkillVector" (
    "workspaceId" UUID NOT NULL,
    "model" CHAR(64) NOT NULL,
    "digest" CHAR(64) NOT NULL,
    "textSha256" CHAR(64) NOT NULL,
    "vector" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SkillVector_pkey" PRIMARY KEY ("workspaceId", "model", "digest")
);

CREATE INDEX "SkillVector_workspaceId_model_textSha256_idx" ON "SkillVector"("workspaceId", "model", "textSha256");

ALTER TABLE "EmbeddingEndpoint" ADD CONSTRAINT "EmbeddingEndpoint_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "SkillVector" ADD CONSTRAINT "SkillVector_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'greenroom_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "EmbeddingEndpoint", "SkillVector" TO greenroom_app;
  END IF;
END
$$;
