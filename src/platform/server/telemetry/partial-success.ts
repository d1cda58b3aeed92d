/**
 * Returns the number of spans that an OTLP response rejected, with the reason:
 * `ExportTraceServiceResponse.partial_success` (field 1) with `rejected_spans` (field 1, varint) and `error_message`
 * (field 2). Malformed responses count as rejecting nothing. Source: opentelemetry-proto,
 * collector/trace/v1/trace_service.proto.
 */
export function readPartialSuccess(body: Uint8Array): { rejected: number; message: string } {
  const nothing = { rejected: 0, message: '' };
  try {
    const outer = readFields(body).get(1);
    if (!(outer instanceof Uint8Array)) return nothing;
    const inner = readFields(outer);
    const rejected = inner.get(1);
    const message = inner.get(2);
    return {
      rejected: typeof rejected === 'number' ? rejected : 0,
      message: message instanceof Uint8Array ? Buffer.from(message).toString('utf8').slice(0, 300) : '',
    };
  } catch {
    return nothing;
  }
}

/** Returns the last value of each field of a protobuf message that has only varints and byte strings. */
function readFields(bytes: Uint8Array): Map<number, number | Uint8Array> {
  const fields = new Map<number, number | Uint8Array>();
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let shift = 0; shift < 63; shift += 7) {
      const byte = bytes[at++];
      if (byte === undefined) throw new RangeError('truncated');
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw new RangeError('too long');
  };
  while (at < bytes.length) {
    const key = varint();
    if ((key & 7) === 0) fields.set(key >>> 3, varint());
    else if ((key & 7) === 2) {
      const length = varint();
      if (at + length > bytes.length) throw new RangeError('truncated');
      fields.set(key >>> 3, bytes.subarray(at, at + length));
      at += length;
    } else throw new RangeError('unexpected wire type');
  }
  return fields;
}
