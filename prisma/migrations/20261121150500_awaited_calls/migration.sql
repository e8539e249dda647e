-- AlterTable
ALTER TABLE "Conversation" ALTER COLUMN "agentId" DROP NOT NULL;

-- CreateTable
CREATE TABLE "AwaitedCall" (
    "runId" UUID NOT NULL,
    "callId" TEXT NOT NULL,
    "workspaceId" UUID NOT NULL,
    "conversationId" UUID NOT NULL,
    "branchId" UUID NOT NULL,
    "toolName" TEXT NOT NULL,
    "input" JSON NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "result" TEXT,
    "answeredById" UUID,

    CONSTRAINT "AwaitedCall_pkey" PRIMARY KEY ("runId","callId")
);

-- CreateIndex
CREATE INDEX "AwaitedCall_conversationId_idx" ON "AwaitedCall"("conversationId");

-- AddForeignKey
ALTER TABLE "AwaitedCall" ADD CONSTRAINT "AwaitedCall_conversationId_fkey" FOREIGN KEY ("conversationId") REFERENCES "Conversation"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- With one role for everything there is no greenroom_app, and nothing to grant.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'greenroom_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "AwaitedCall" TO greenroom_app;
  END IF;
END
$$;
