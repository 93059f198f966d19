import { describe, expect, it } from 'vitest';
import { fieldProblem } from '../../src-renderer/connections/field-problem.ts';
import { AppError } from '../../src-shared/errors.ts';

describe('A refused connection', () => {
  it('The wrong field of a connection is found', () => {
    const error = new AppError('connection.invalid', { field: 'scope', problem: 'must not hold spaces' });
    expect(fieldProblem(error.toRecord())).toEqual({
      field: 'scope',
      problem: 'Scope must not hold spaces.',
    });
  });

  it('The wrong field of a connection is found by its longer path', () => {
    const error = new AppError('connection.invalid', { field: 'connections.3.baseUrl', problem: 'is no address' });
    expect(fieldProblem(error.toRecord())).toMatchObject({ field: 'baseUrl' });
  });

  it("A connection's name that is taken points at the name", () => {
    expect(fieldProblem(new AppError('connection.exists', { connection: 'A' }).toRecord())).toMatchObject({
      field: 'name',
    });
  });

  it('An unusable certificate points at the certificate', () => {
    const unusable = new AppError('certificate.unusable', { reason: 'there is no key' }).toRecord();
    expect(fieldProblem(unusable)).toMatchObject({ field: 'certificate' });
  });

  it('Any other refusal of a connection points at no field', () => {
    expect(fieldProblem(new AppError('disk.full', { folder: '/data' }).toRecord())).toBeUndefined();
  });
});
