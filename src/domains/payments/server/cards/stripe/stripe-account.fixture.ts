type Json = Record<string, unknown>;
export type FakeAnswer = { readonly status: number; readonly value: unknown };

const ok = (value: unknown): FakeAnswer => ({ status: 200, value });
const refused = (status: number, code: string): FakeAnswer => ({
  status,
  value: { error: { type: 'invalid_request_error', code, message: code } },
});
const found = (value: Json | undefined) => (value === undefined ? refused(404, 'resource_missing') : ok(value));
const chargeOf = (intent: Json | undefined) => (intent?.['latest_charge'] ?? {}) as Json;

/** A Stripe account: sessions, intents and disputes. The methods other than `answer` simulate payers and banks. */
export class StripeAccount {
  readonly #now: () => number;
  readonly #sessions = new Map<string, Json>();
  readonly #intents = new Map<string, Json>();
  readonly #disputes: Json[] = [];
  readonly #cards = new Map<string, 'succeeded' | 'declined' | 'asks'>();
  #made = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  answer(method: string, path: string, form: URLSearchParams, query: URLSearchParams): FakeAnswer {
    const [, , resource = '', second = '', third = '', act = ''] = path.split('/');
    if (method === 'POST' && path === '/v1/checkout/sessions') return this.#openSession(form);
    if (method === 'POST' && path === '/v1/refunds') return this.#refund(form);
    if (method === 'POST' && path === '/v1/customers') return ok({ id: this.#newId('cus'), object: 'customer' });
    if (method === 'POST' && path === '/v1/payment_intents') return this.#charge(form);
    if (method === 'POST' && resource === 'payment_methods') return ok({ id: second, object: 'payment_method' });
    if (method === 'POST' && resource === 'checkout' && act === 'expire') return this.#expire(third);
    if (resource === 'checkout') return found(this.#sessions.get(third));
    if (resource === 'payment_intents' && second !== '') return found(this.#intents.get(second));
    if (resource === 'payment_intents') {
      const [from, to] = [Number(query.get('created[gte]')), Number(query.get('created[lt]'))];
      const data = [...this.#intents.values()].filter(({ created }) => Number(created) >= from && Number(created) < to);
      return ok({ object: 'list', data, has_more: false, url: path });
    }
    if (resource !== 'disputes') return found(undefined);
    const data = this.#disputes.filter((one) => one['payment_intent'] === query.get('payment_intent'));
    return ok({ object: 'list', data, has_more: false, url: path });
  }

  /** Enters a card on the page of a payment, as the payer does. Returns the id of the intent. */
  pay(paymentId: string, status: 'succeeded' | 'requires_payment_method' | 'processing' | 'canceled'): string {
    const session = this.#sessionOf(paymentId);
    const intentId = (session['payment_intent'] as string | null) ?? this.#newId('pi');
    const paid = status === 'succeeded';
    session['payment_intent'] = intentId;
    if (paid) session['status'] = 'complete';
    const received = paid ? Number(session['amount_total']) : 0;
    this.#addIntent({ id: intentId, status, received, metadata: session['metadata'] as Json });
    return intentId;
  }

  /** Enters a card on the page that stores it, as its owner does. Charges of it end with this status. */
  giveCard(cardId: string, outcome: 'succeeded' | 'declined' | 'asks'): void {
    const session = this.#sessionOf(cardId);
    const card = { brand: 'visa', last4: '4242' };
    const method = { id: this.#newId('pm'), object: 'payment_method', type: 'card', card };
    this.#cards.set(method.id, outcome);
    session['status'] = 'complete';
    session['setup_intent'] = { id: this.#newId('seti'), status: 'succeeded', payment_method: method };
  }

  expire(paymentId: string): void {
    this.#sessionOf(paymentId)['status'] = 'expired';
  }

  /** Makes an intent differ from what was requested. */
  alter(intentId: string, change: { currency?: string; amount_received?: number }): void {
    Object.assign(this.#intents.get(intentId) ?? {}, change);
  }

  /** Adds an intent that no payment of the server opened. */
  addForeign(): string {
    const id = this.#newId('pi');
    this.#addIntent({ id, status: 'succeeded', received: 777, metadata: {} });
    return id;
  }

  dispute(intentId: string, status: string): void {
    const intent = this.#intents.get(intentId);
    chargeOf(intent)['disputed'] = true;
    const known = this.#disputes.find((one) => one['payment_intent'] === intentId);
    if (known !== undefined) known['status'] = status;
    else {
      const amount = intent?.['amount_received'];
      this.#disputes.push({ id: this.#newId('du'), object: 'dispute', status, amount, payment_intent: intentId });
    }
  }

  /** A refund fails at the cardholder's bank, and Stripe has the money again. */
  refundFails(intentId: string, cents: number): void {
    this.refundThere(intentId, -cents);
  }

  /** Refunds cents in Stripe's own dashboard. */
  refundThere(intentId: string, cents: number): void {
    const charge = chargeOf(this.#intents.get(intentId));
    charge['amount_refunded'] = Number(charge['amount_refunded']) + cents;
  }

  #charge(form: URLSearchParams): FakeAnswer {
    const outcome = this.#cards.get(form.get('payment_method') ?? '');
    if (outcome === undefined) return refused(404, 'resource_missing');
    if (outcome !== 'succeeded') {
      const code = outcome === 'asks' ? 'authentication_required' : 'card_declined';
      return { status: 402, value: { error: { type: 'card_error', code, message: code } } };
    }
    const id = this.#newId('pi');
    const received = Number(form.get('amount'));
    this.#addIntent({ id, status: 'succeeded', received, metadata: { paymentId: form.get('metadata[paymentId]') } });
    return ok(this.#intents.get(id));
  }

  #openSession(form: URLSearchParams): FakeAnswer {
    if (form.get('mode') === 'setup') return this.#openSetup(form);
    const amount = Number(form.get('line_items[0][price_data][unit_amount]'));
    if (amount < 50) return refused(400, 'amount_too_small');
    const id = this.#newId('cs');
    const session = {
      id,
      object: 'checkout.session',
      status: 'open',
      url: `https://checkout.stripe.com/c/pay/${id}`,
      client_reference_id: form.get('client_reference_id'),
      payment_intent: null,
      amount_total: amount,
      metadata: { paymentId: form.get('payment_intent_data[metadata][paymentId]') },
    };
    this.#sessions.set(id, session);
    return ok(session);
  }

  #openSetup(form: URLSearchParams): FakeAnswer {
    const id = this.#newId('cs');
    const session = {
      id,
      object: 'checkout.session',
      status: 'open',
      url: `https://checkout.stripe.com/c/setup/${id}`,
      client_reference_id: form.get('client_reference_id'),
      setup_intent: null,
    };
    this.#sessions.set(id, session);
    return ok(session);
  }

  #expire(sessionId: string): FakeAnswer {
    const session = this.#sessions.get(sessionId);
    if (session === undefined) return refused(404, 'resource_missing');
    if (session['status'] !== 'open') return refused(400, 'checkout_session_not_open');
    session['status'] = 'expired';
    return ok(session);
  }

  #refund(form: URLSearchParams): FakeAnswer {
    const intent = this.#intents.get(form.get('payment_intent') ?? '');
    const amount = Number(form.get('amount'));
    const refunded = Number(chargeOf(intent)['amount_refunded']) + amount;
    if (intent === undefined) return refused(404, 'resource_missing');
    if (refunded > Number(intent['amount_received'])) return refused(400, 'charge_already_refunded');
    chargeOf(intent)['amount_refunded'] = refunded;
    return ok({ id: this.#newId('re'), object: 'refund', amount, status: 'succeeded' });
  }

  #addIntent({ id, status, received, metadata }: { id: string; status: string; received: number; metadata: Json }) {
    this.#intents.set(id, {
      id,
      object: 'payment_intent',
      status,
      currency: 'usd',
      created: Math.floor(this.#now() / 1000),
      amount_received: received,
      metadata,
      last_payment_error: status === 'requires_payment_method' ? { message: 'Your card was declined.' } : null,
      latest_charge: { id: this.#newId('ch'), object: 'charge', amount_refunded: 0, disputed: false },
    });
  }

  #sessionOf(paymentId: string): Json {
    const session = [...this.#sessions.values()].find((one) => one['client_reference_id'] === paymentId);
    if (session === undefined) throw new Error(`${paymentId} has no session`);
    return session;
  }

  #newId(prefix: string): string {
    this.#made += 1;
    return `${prefix}_fake${this.#made}`;
  }
}
