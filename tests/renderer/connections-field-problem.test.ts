import { describe, expect, it } from 'vitest';
import { fieldProblem } from '../../src-renderer/connections/field-problem.ts';
import { AppError } from '../../src-shared/errors.ts';

describe('a refused connection', () => {
  it('tells the field that is wrong', () => {
    const error = new AppError('connection.invalid', { field: 'scope', problem: 'must not hold spaces' });
    expect(fieldProblem(error.toRecord())).toEqual({
      field: 'scope',
      problem: 'Scope must not hold spaces.',
    });
  });

  it('tells the field that is named from further outside', () => {
    const error = new AppError('connection.invalid', { field: 'connections.3.baseUrl', problem: 'is no address' });
    expect(fieldProblem(error.toRecord())).toMatchObject({ field: 'baseUrl' });
  });

  it('points at the name where it is taken', () => {
    expect(fieldProblem(new AppError('connection.exists', { connection: 'A' }).toRecord())).toMatchObject({
      field: 'name',
    });
  });

  it('points at the certificate where it cannot be used', () => {
    const unusable = new AppError('certificate.unusable', { reason: 'there is no key' }).toRecord();
    expect(fieldProblem(unusable)).toMatchObject({ field: 'certificate' });
  });

  it('points at no field for anything else', () => {
    expect(fieldProblem(new AppError('disk.full', { folder: '/data' }).toRecord())).toBeUndefined();
  });
});
