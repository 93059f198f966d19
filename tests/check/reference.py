"""Checks files of transactions under the default rule set as docs/service-interface.md describes it, without any code of
ours: a second opinion, in another language. Reads {"countries", "currencies", "latest", "files"} as JSON from its input and
prints what it counts in each file, one line of JSON a file."""

import hashlib
import json
import re
import sys
from fractions import Fraction

ENTITY = {
    'by_external_id': 'identifier',
    'external_entity_type': 'entity-type',
    'unknown': {'external_id': 'uuid', 'full_name': 'text', 'risk_assessment': 'text'},
}
TRANSACTION = {
    'request_uuid': 'uuid',
    'payment_external_id': 'uuid',
    'transaction_external_id': 'uuid',
    'payment_source_country': 'country',
    'payment_target_country': 'country',
    'payment_method': 'text',
    'payment_type': 'text',
    'additional_fields': 'object',
    'sender': ENTITY,
    'sending_partner': ENTITY,
    'receiver': ENTITY,
    'receiving_partner': ENTITY,
    'modification': {
        'external_id': 'uuid',
        'type': 'text',
        'amount': 'amount',
        'monitoring_amount': 'amount',
        'original_amount': 'amount',
        'currency': 'currency',
        'monitoring_currency': 'currency',
        'original_currency': 'currency',
        'created_at': 'moment',
    },
}
ROLES = ['sender', 'sending_partner', 'receiver', 'receiving_partner']
WARNINGS = {'field.unknown', 'field.implausible', 'json.duplicate-key'}
UUID = re.compile(r'[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}')
MOMENT = re.compile(r'[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?')


class Number(str):
    """A number as it is spelled."""


def refuse(name):
    raise ValueError(name)


def parse(text):
    """The value, and how many keys come a second time."""
    twice = 0

    def members(pairs):
        nonlocal twice
        found = dict(pairs)
        twice += len(pairs) - len(found)
        return found

    value = json.loads(
        text, object_pairs_hook=members, parse_int=Number, parse_float=Number, parse_constant=refuse
    )
    return value, twice


def exists(text):
    if not MOMENT.fullmatch(text):
        return False
    year, month, day = int(text[0:4]), int(text[5:7]), int(text[8:10])
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    days = [31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (
        1 <= month <= 12
        and 1 <= day <= days[month - 1]
        and int(text[11:13]) < 24
        and int(text[14:16]) < 60
        and int(text[17:19]) < 60
    )


def is_storable(text):
    return not any(character == '\0' or '\ud800' <= character <= '\udfff' for character in text)


class Judge:
    def __init__(self, countries, currencies, latest):
        self.countries, self.currencies, self.latest = set(countries), set(currencies), latest

    def of_text(self, kind, text):
        """The rule that a text breaks."""
        if kind == 'uuid':
            return None if UUID.fullmatch(text) else 'field.format'
        if kind in ('country', 'currency'):
            known, form = (self.countries, '[A-Z]{2}') if kind == 'country' else (self.currencies, '[A-Z]{3}')
            if text in known:
                return None
            return 'field.implausible' if re.fullmatch(form, text) else 'field.format'
        if kind == 'moment':
            if not exists(text):
                return 'field.format'
            return 'field.implausible' if text[:19] > self.latest else None
        if kind == 'entity-type':
            return None if text == 'unknown' else 'field.implausible'
        if kind == 'identifier' and text == '':
            return 'field.format'
        return None if is_storable(text) else 'field.implausible'

    def of_value(self, kind, value):
        if isinstance(kind, dict):
            yield from self.of_object(kind, value) if isinstance(value, dict) else ['field.type']
        elif kind == 'object':
            if not isinstance(value, dict):
                yield 'field.type'
        elif kind == 'amount':
            if not isinstance(value, Number):
                yield 'field.type'
            elif float(value) < 0 or float(value) == float('inf'):
                yield 'field.implausible'
        elif not isinstance(value, str) or isinstance(value, Number):
            yield 'field.type'
        else:
            rule = self.of_text(kind, value)
            if rule is not None:
                yield rule

    def of_object(self, fields, value):
        for key, kind in fields.items():
            if key in value:
                yield from self.of_value(kind, value[key])
        unknown = sum(key not in fields for key in value)
        # Twenty are named, and one finding counts the others.
        yield from ['field.unknown'] * min(unknown, 21)

    def of_transaction(self, value):
        for key in ['sender', 'receiver', 'modification']:
            if key not in value:
                yield 'field.required'
        modification = value.get('modification')
        if isinstance(modification, dict) and 'external_id' not in modification:
            yield 'field.required'
        yield from self.of_object(TRANSACTION, value)
        for role in ROLES:
            if isinstance(value.get(role), dict):
                yield from self.of_entity(value[role])
        known = [value.get(role) for role in ('sender', 'receiver')]
        if not any(isinstance(entity, dict) and entity.get('by_external_id') is not None for entity in known):
            yield 'entity.main-not-known'

    def of_entity(self, entity):
        has_type, has_details = entity.get('external_entity_type') is not None, entity.get('unknown') is not None
        if entity.get('by_external_id') is not None:
            if has_type or has_details:
                yield 'entity.both-forms'
        elif not has_type and not has_details:
            yield 'entity.no-form'
        else:
            details = entity.get('unknown')
            missing = [not has_type, not has_details]
            if isinstance(details, dict):
                missing += [details.get(key) is None for key in ('external_id', 'risk_assessment')]
            yield from ['entity.unknown-details'] * sum(missing)


def exact(text):
    """The amount, where totals count it."""
    if len(text) > 200:
        return None
    mantissa, _, exponent = text.lower().partition('e')
    if not mantissa.strip('-0.'):
        return Fraction(0)
    if abs(int(exponent or '0')) > 300:
        return None
    amount = Fraction(mantissa) * Fraction(10) ** int(exponent or '0')
    return amount if abs(amount) < 10**30 and (amount * 10**30).denominator == 1 else None


def decimal(amount):
    units = abs(int(amount * 10**30))
    digits = str(units).rjust(31, '0')
    fraction = digits[-30:].rstrip('0')
    return ('-' if amount < 0 else '') + digits[:-30] + ('.' + fraction if fraction else '')


def count(judge, content):
    rules, sums, days, lines_of_id, faulty = {}, {}, set(), {}, set()
    transactions = 0

    def add(rule, line):
        rules[rule] = rules.get(rule, 0) + 1
        if rule not in WARNINGS:
            faulty.add(line)

    whole_digest = hashlib.sha256(content).hexdigest()
    if content.startswith(b'\xef\xbb\xbf'):
        add('file.bom', 0)
        content = content[3:]
    lines = content.split(b'\n')
    if lines[-1] == b'':
        lines.pop()
    for number, line in enumerate(lines, 1):
        line = line.removesuffix(b'\r')
        if line.strip(b' \t\r') == b'':
            add('line.blank', number)
            continue
        try:
            text = line.decode('utf-8')
        except UnicodeDecodeError:
            add('file.encoding', number)
            continue
        try:
            value, twice = parse(text)
        except ValueError:
            add('json.syntax', number)
            continue
        if not isinstance(value, dict):
            add('json.not-object', number)
            continue
        transactions += 1
        # Ten of them are named.
        for _ in range(min(twice, 10)):
            add('json.duplicate-key', number)
        for rule in judge.of_transaction(value):
            add(rule, number)
        modification = value.get('modification')
        if not isinstance(modification, dict):
            continue
        own = modification.get('external_id')
        if isinstance(own, str) and not isinstance(own, Number):
            lines_of_id.setdefault(own.lower() if UUID.fullmatch(own) else own, []).append(number)
        moment = modification.get('created_at')
        if isinstance(moment, str) and not isinstance(moment, Number) and exists(moment):
            days.add(moment[:10])
        amount, currency = modification.get('amount'), modification.get('currency')
        is_currency = isinstance(currency, str) and not isinstance(currency, Number)
        if isinstance(amount, Number) and is_currency and re.fullmatch('[A-Z]{3}', currency):
            counted = exact(amount)
            if counted is not None:
                sums[currency] = sums.get(currency, 0) + counted
    shared = sorted(line for numbers in lines_of_id.values() if len(numbers) > 1 for line in numbers)
    for line in shared:
        add('modification.duplicate', line)
    errors = sum(number for rule, number in rules.items() if rule not in WARNINGS)
    # A line that is no transaction has an error, too.
    invalid = sum(line > 0 for line in faulty) - (len(lines) - transactions)
    return {
        'sha256': whole_digest,
        'lines': len(lines),
        'transactions': transactions,
        'valid': transactions - invalid,
        'errors': errors,
        'warnings': sum(rules.values()) - errors,
        'byRule': rules,
        'shared': shared,
        'totals': {
            'sums': [{'currency': key, 'amount': decimal(sums[key])} for key in sorted(sums)],
            'days': len(days),
            **({'firstDay': min(days), 'lastDay': max(days)} if days else {}),
        },
    }


order = json.load(sys.stdin)
sys.setrecursionlimit(20_000)
the_judge = Judge(order['countries'], order['currencies'], order['latest'])
for path in order['files']:
    with open(path, 'rb') as file:
        print(json.dumps(count(the_judge, file.read())))
