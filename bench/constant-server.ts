import fastify from 'fastify';

/** The baseline of the HTTP row: Fastify, a JSON body, a constant response. */
const app = fastify();
app.post('/', async () => ({ ok: true }));
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
process.on('SIGTERM', () => void app.close());
