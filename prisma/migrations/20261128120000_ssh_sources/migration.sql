-- Git repositories over ssh: the public half of the key, and the fingerprints of the host's.
ALTER TABLE "Source" ADD COLUMN "publicKey" TEXT,
ADD COLUMN "hostKey" TEXT,
ADD COLUMN "offeredHostKey" TEXT;
