/** The programs of the guides, each complete and ready to run against the server at `origin`. */
export const guidePrograms = {
  health: (origin: string) => `curl ${origin}/api/health`,

  signIn: (origin: string) => `export CAIRN_TOKEN=$(
  curl --fail --silent --header 'Content-Type: application/json' \\
    --data "{\\"username\\": \\"$CAIRN_USER\\", \\"password\\": \\"$CAIRN_PASSWORD\\"}" \\
    ${origin}/api/auth/login | sed 's/.*"token":"\\([^"]*\\)".*/\\1/'
)

curl --header "Authorization: Bearer $CAIRN_TOKEN" ${origin}/api/auth/me

curl --request POST --header "Authorization: Bearer $CAIRN_TOKEN" ${origin}/api/auth/logout`,

  idempotency: (origin: string) => `const key = crypto.randomUUID(); // one for each write, reused for every retry
const record = () =>
  fetch('${origin}/api/add-event', {
    method: 'POST',
    headers: {
      Authorization: \`Bearer \${process.env.CAIRN_TOKEN}\`,
      'Content-Type': 'application/json',
      'Idempotency-Key': key,
    },
    body: JSON.stringify({
      user: process.env.CAIRN_USER,
      action: 'manufactured',
      asset_id: 'PRD-2024-001',
      meta: { name: 'Arabica, washed', location: 'Trieste' },
    }),
  }).then((response) => response.json());

const first = await record();
const again = await record(); // as after a lost response
console.log(first.block.index === again.block.index ? 'one block' : 'two blocks');`,

  paging: (origin: string) => `let page = 1;
let count = 0;
for (;;) {
  const response = await fetch(\`${origin}/api/assets?limit=100&page=\${page}\`);
  const { assets, pagination } = await response.json();
  count += assets.length;
  if (!pagination.hasNext || page === 5) break; // five pages are enough to try it
  page += 1;
}
console.log(\`\${count} assets\`);`,

  errors: (origin: string) => `const response = await fetch('${origin}/api/assets?limit=1000');
if (!response.ok) {
  const problem = await response.json();
  console.log(problem.code, problem.requestId);
  for (const { in: part, pointer, message } of problem.errors ?? []) console.log(part, pointer, message);
}`,

  live: (origin: string) => `let lastId = '';
for (;;) {
  const response = await fetch('${origin}/api/chain/live', {
    headers: { Accept: 'text/event-stream', ...(lastId && { 'Last-Event-ID': lastId }) },
  });
  let waiting = '';
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const events = (waiting + text).split('\\n\\n');
    waiting = events.pop() ?? '';
    for (const event of events) {
      const fields = Object.fromEntries(event.split('\\n').map((line) => line.split(/: ?(.*)/s)));
      lastId = fields.id ?? lastId;
      if (fields.data) console.log(fields.event, JSON.parse(fields.data));
    }
  }
  await new Promise((resolve) => setTimeout(resolve, 2000)); // the stream ended: reconnect
}`,

  fetchProof: (origin: string) => `curl --fail --output block-0.tlog-proof ${origin}/api/chain/blocks/0/proof.tlog-proof
curl --fail --output ledger.vkey ${origin}/log/vkey`,

  verifyByCommand: () => 'npx cairn verify block-0.tlog-proof --key-file ledger.vkey',

  verifyByProgram: () => `import { readFileSync } from 'node:fs';
import { parseVerifierKey, verifyProofBundle } from '@cairn/ledger-proof';

const logKey = parseVerifierKey(readFileSync('ledger.vkey', 'utf8').trim());
const proof = readFileSync('block-0.tlog-proof', 'utf8');
const { blocks, checkpoint } = await verifyProofBundle(proof, { logKey });
for (const block of blocks)
  console.log(\`Block \${block.index} is in \${checkpoint.origin}, which has \${checkpoint.size} blocks.\`);`,
};

/** An example of the error body. */
export const exampleProblem = {
  type: 'urn:cairn:error:request.invalid',
  title: 'Invalid input',
  status: 400,
  detail: 'asset_id: Asset ID is required',
  error: 'asset_id: Asset ID is required',
  code: 'request.invalid',
  errors: [{ in: 'body', pointer: '/asset_id', message: 'Asset ID is required' }],
  requestId: '3f1c2a64-8b0d-4c57-9e21-7a5d0c4b9f18',
};
